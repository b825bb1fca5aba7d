/** Every rule against its fixtures: one table, so that no rule can be without. */
import { describe, expect, test } from "@jest/globals";
import type { PlannedResource } from "../../infra/preview/planned-resource.ts";
import { RULES } from "../../policies/all-rules.ts";
import { CASES } from "../fixtures/policies/all-cases.ts";
import { patched, type RuleCase } from "../fixtures/policies/rule-case.ts";
import { planned, UNKNOWN } from "../infra/planned.ts";
import { judgePack, type Verdict } from "./whole-pack.ts";

const casesOf = (rule: string): readonly RuleCase[] => CASES.filter((one) => one.rule === rule);

const judged = (
  one: RuleCase,
  resources: readonly PlannedResource[],
): Promise<readonly Verdict[]> =>
  judgePack(resources, {
    rules: RULES.filter(({ name }) => name === one.rule),
    settings: { [one.rule]: one.config ?? {} },
  });

const EVERY: readonly (readonly [string, RuleCase])[] = CASES.map((one) => [one.rule, one]);

/** The properties by which a bad plan differs from the good one, made unknown. */
function clouded(good: readonly PlannedResource[], bad: readonly PlannedResource[]) {
  const before = new Map(good.map((one) => [one.urn, one.inputs]));
  let changed = 0;
  const resources = bad.map((one) => {
    const inputs = before.get(one.urn) ?? one.inputs;
    const keys = Object.keys({ ...inputs, ...one.inputs }).filter(
      (key) => JSON.stringify(inputs[key]) !== JSON.stringify(one.inputs[key]),
    );
    changed += keys.length;
    return patched(one, Object.fromEntries(keys.map((key) => [key, UNKNOWN])));
  });
  return changed === 0 ? null : resources;
}

test("every rule has a plan that passes and two that do not, and every fixture has a rule", () => {
  const names = RULES.map(({ name }) => name);
  const bad = (name: string) => casesOf(name).reduce((sum, one) => sum + one.bad.length, 0);
  expect(names.filter((name) => bad(name) < 2)).toEqual([]);
  expect(CASES.map(({ rule }) => rule).filter((rule) => !names.includes(rule))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

describe("a rule", () => {
  test.each(EVERY)("%s lets its compliant plan pass", async (_rule, one) => {
    expect(await judged(one, one.good)).toEqual([]);
  });

  test.each(EVERY)("%s refuses each of its violating plans", async (_rule, one) => {
    for (const [index, bad] of one.bad.entries()) {
      const outcomes = (await judged(one, bad)).map(({ outcome }) => outcome);
      expect([index, outcomes]).toEqual([index, expect.arrayContaining(["violation"])]);
    }
  });

  test.each(EVERY.filter(([, one]) => one.presence === undefined))(
    "%s does not pass over a value that is unknown",
    async (_rule, one) => {
      for (const [index, bad] of one.bad.entries()) {
        const resources = clouded(one.good, bad);
        if (resources === null) continue;
        const verdicts = await judged(one, resources);
        expect([index, verdicts.length > 0]).toEqual([index, true]);
      }
    },
  );

  test("a rule's sentences say what to do and why", async () => {
    for (const one of CASES)
      for (const { message } of (await Promise.all(one.bad.map((bad) => judged(one, bad)))).flat())
        expect(message).toMatch(/^[A-Z].*\.$/s);
  });
});

describe("an unknown value", () => {
  const subscription = (name: string, ttl: string): PlannedResource => ({
    ...planned("azure-native:servicebus:Subscription", name, { defaultMessageTimeToLive: ttl }),
    parent: topic.urn,
  });
  const topic = planned("azure-native:servicebus:Topic", "jobs", {
    defaultMessageTimeToLive: "P7D",
  });

  test("of one resource does not hide what another one breaks", async () => {
    const rules = RULES.filter(({ name }) => name === "service-bus-subscription-ttl");
    const resources = [topic, subscription("first", UNKNOWN), subscription("second", "P30D")];
    const verdicts = await judgePack(resources, { rules });
    expect(verdicts.map(({ outcome }) => outcome).toSorted()).toEqual(["undecided", "violation"]);
    expect(verdicts.find(({ outcome }) => outcome === "violation")?.urn).toMatch(/::second$/);
  });

  test.each([
    { containers: [{ image: UNKNOWN }, { image: "worker:1.2.3" }] },
    { containers: UNKNOWN, initContainers: [{ image: "worker:1.2.3" }] },
  ])("of one container does not hide what another one breaks", async (template) => {
    const rules = RULES.filter(({ name }) => name === "container-apps-image-pinned");
    const app = planned("azure-native:app:ContainerApp", "worker", { template });
    const outcomes = (await judgePack([app], { rules })).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(["undecided", "violation"]);
  });

  test("that a rule does not decide by is no matter to it", async () => {
    const rules = RULES.filter(({ name }) => name === "service-bus-duplicate-detection");
    const kept = planned("azure-native:servicebus:Topic", "jobs", {
      requiresDuplicateDetection: true,
      namespaceName: UNKNOWN,
    });
    expect(await judgePack([kept], { rules })).toEqual([]);
  });
});
