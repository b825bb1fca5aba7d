/** What the stacks say about the pack: production switches nothing off and exempts nothing, and
 *  whatever asks less of another follows from its values and says why. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { type PolicySettings, readStack } from "../../infra/preview/stack-config.ts";
import { RULES } from "../../policies/all-rules.ts";
import { must, ROOT } from "./estate-plan.ts";

const STACKS = readdirSync(ROOT).flatMap((file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? []);
const LEVELS = readdirSync(path.join(ROOT, "policies/levels"));
const NAMES = RULES.map(({ name }) => name);

/** Levels in which a rule refuses. */
const REFUSING: readonly (string | undefined)[] = [undefined, "mandatory", "remediate"];

const settings = new Map<string, PolicySettings>();

beforeAll(async () => {
  for (const name of STACKS) settings.set(name, must(await readStack(ROOT, name)).policies);
});

test("production leaves every rule as strict as it is, and exempts nothing", () => {
  const entries = Object.entries(settings.get("prod") ?? {});
  expect(entries.length).toBeGreaterThan(0);
  for (const [, { enforcementLevel, exempt }] of entries) {
    expect(REFUSING).toContain(enforcementLevel);
    expect(exempt).toBeUndefined();
  }
});

describe.each(STACKS)("%s", (stack) => {
  test("names only rules that exist", () => {
    const names = Object.keys(settings.get(stack) ?? {});
    expect(names.filter((name) => !NAMES.includes(name))).toEqual([]);
  });
});

test("a level that asks less names the value of the stack that it follows from", () => {
  expect(LEVELS.toSorted()).toEqual(["network-public.json", "protect-false.json", "size-dev.json"]);
  for (const [rule, { enforcementLevel, exempt = {}, ...rest }] of Object.entries(
    settings.get("dev") ?? {},
  )) {
    const reason = "reason" in rest ? rest.reason : Object.values(exempt).join();
    expect({ rule, reason }).toEqual({
      rule,
      reason: expect.stringMatching(/^(?:network: public|protect: false|size: dev)\. .+\.$/),
    });
    expect(enforcementLevel === "disabled" || !REFUSING.includes(enforcementLevel)).toBe(
      enforcementLevel !== undefined,
    );
  }
});

test("every rule refuses unless a stack says otherwise, and tells how bad it would be", () => {
  const lenient = RULES.filter(({ enforcementLevel }) => !REFUSING.includes(enforcementLevel));
  expect(lenient).toEqual([]);
  expect(RULES.filter(({ severity }) => severity === undefined)).toEqual([]);
});
