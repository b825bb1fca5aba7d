/** The table of rows against the pack: nothing is claimed that is not there, nothing is missing. */
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { RULES } from "../../policies/all-rules.ts";
import { COMPARED, OURS } from "../../policies/rules.ts";

const ROWS_COMPARED = 50;
const COUNTERPART = /^(?:Azure\.[A-Z]\w+\.[A-Z]\w+|CKV2?_(?:AZURE|GHA|DOCKER)_\d+)$/;

const NAMES = RULES.map(({ name }) => name);
const enforced = [...COMPARED, ...OURS].flatMap((row) => row.enforced);
const claimed = enforced.flatMap((one) => (one.by === "policy" ? one.rules : []));

describe("the comparison with other rule sets", () => {
  test("has its fifty rows, and each is enforced by something or says why not", () => {
    expect(COMPARED).toHaveLength(ROWS_COMPARED);
    expect([...COMPARED, ...OURS].filter((row) => row.enforced.length === 0)).toEqual([]);
  });

  test("names every rule of the pack once, and no other", () => {
    expect(claimed.toSorted()).toEqual(NAMES.toSorted());
  });

  test("names tests that exist", () => {
    const files = enforced.flatMap((one) => (one.by === "test" ? [one.file] : []));
    const root = path.resolve(import.meta.dirname, "../..");
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test("gives counterparts by their ids, each where it belongs", () => {
    const others = enforced.flatMap((one) => (one.by === "policy" ? [] : one.counterparts));
    const tags = RULES.flatMap((rule) => rule.tags ?? []);
    expect([...others, ...tags].filter((id) => !COUNTERPART.test(id))).toEqual([]);
  });
});
