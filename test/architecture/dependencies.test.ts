import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { cruise, REPOSITORY } from "./dependencies/cruise.ts";
import { plant, resolved } from "./dependencies/plant.ts";
import { ALLOWED, BROKEN, CYCLE } from "./dependencies/planted.ts";

const RULES: readonly { readonly name: string }[] = createRequire(import.meta.url)(
  join(REPOSITORY, ".dependency-cruiser.cjs"),
).forbidden;

/** A cruise takes a second; a busy machine may take many, and that is no failure. */

describe("the repository", () => {
  test("nothing imports what its folder may not know", () => {
    const { violations, modules } = cruise(REPOSITORY);
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(10);
  });
});

describe("the dependency rules", () => {
  const tree = mkdtempSync(join(tmpdir(), "drover-planted-"));
  let found: readonly string[] = [];
  beforeAll(() => {
    plant(tree);
    found = cruise(tree).violations;
  });
  afterAll(() => rmSync(tree, { recursive: true }));

  test.each(BROKEN)("%s reports %s importing %s", (rule, from, to) => {
    expect(found.filter((line) => line.includes(` ${from} ->`))).toEqual([
      `${rule}: ${from} -> ${resolved(to)}`,
    ]);
  });

  test("no-cycles reports a cycle once", () => {
    const halves = CYCLE.map(([from, to]) => `no-cycles: ${from} -> ${to}`);
    const cycles = found.filter((line) => line.startsWith("no-cycles"));
    expect(cycles).toHaveLength(1);
    expect(halves).toEqual(expect.arrayContaining(cycles));
  });

  test.each(ALLOWED)("%s may import %s", (from) => {
    expect(found.filter((line) => line.includes(` ${from} ->`))).toEqual([]);
  });

  test("each rule has a planted violation", () => {
    const planted = new Set([...BROKEN.map(([rule]) => rule), "no-cycles"]);
    expect([...planted].sort()).toEqual(RULES.map(({ name }) => name).sort());
  });
});
