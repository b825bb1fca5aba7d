/** What the stacks' files say about the pack: production switches nothing off and excepts nothing;
 *  development says why wherever it does. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { RULES } from "../../policies/all-rules.ts";

const Level = z.enum(["advisory", "mandatory", "remediate", "disabled"]);
const Settings = z.looseObject({
  enforcementLevel: Level.optional(),
  reason: z.string().min(1).optional(),
});
const File = z
  .object({
    exceptions: z.record(z.string(), z.object({ reason: z.string().min(1) })).default({}),
  })
  .catchall(Settings);

function settingsOf(stack: string): readonly (readonly [string, z.infer<typeof Settings>])[] {
  const { exceptions: _, ...settings } = fileOf(stack);
  return Object.entries(settings);
}

const fileOf = (stack: string): z.infer<typeof File> => {
  const file = path.resolve(import.meta.dirname, `../../policies/${stack}.json`);
  return File.parse(JSON.parse(readFileSync(file, "utf8")));
};

/** Levels in which a rule refuses. */
const REFUSING: readonly (string | undefined)[] = [undefined, "mandatory", "remediate"];

describe("production", () => {
  test("leaves every rule as strict as it is", () => {
    const weak = settingsOf("prod").filter(
      ([, { enforcementLevel }]) => !REFUSING.includes(enforcementLevel),
    );
    expect(weak).toEqual([]);
  });

  test("has no exception", () => {
    expect(fileOf("prod").exceptions).toEqual({});
  });
});

test.each(["dev", "prod"])("%s names only rules that exist", (stack) => {
  const names = RULES.map(({ name }) => name);
  expect(settingsOf(stack).filter(([name]) => !names.includes(name))).toEqual([]);
});

test("development says why, wherever it asks less than production", () => {
  const strict = new Map(settingsOf("prod"));
  const silent = settingsOf("dev").filter(
    ([name, { reason }]) => reason === undefined && !strict.has(name),
  );
  expect(silent).toEqual([]);
});

test("every rule refuses unless a stack says otherwise, and tells how bad it would be", () => {
  const lenient = RULES.filter(({ enforcementLevel }) => !REFUSING.includes(enforcementLevel));
  expect(lenient).toEqual([]);
  expect(RULES.filter(({ severity }) => severity === undefined)).toEqual([]);
});
