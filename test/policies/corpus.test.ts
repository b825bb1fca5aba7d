/** Proposed changes of the production estate with all its code: bad ones are refused by the right
 *  rule and by no other, harmless ones pass. What the estate is comes from its program, so the
 *  corpus grows old only where the estate really changed. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Json, PlannedResource } from "../../infra/preview/planned-resource.ts";
import { RULES } from "../../policies/all-rules.ts";
import { BAD_CHANGES } from "../fixtures/policies/bad-changes.ts";
import type { Change } from "../fixtures/policies/change.ts";
import { HARMLESS_CHANGES } from "../fixtures/policies/harmless-changes.ts";
import { patched } from "../fixtures/policies/rule-case.ts";
import { planned } from "../infra/planned.ts";
import { type EstatePlan, PLAN_MS_MAX, planEstate, WHOLE } from "./estate-plan.ts";
import { withValue } from "./flips.ts";
import { judgePack } from "./whole-pack.ts";

const CHANGES_MIN = 40;
const SECRET_MARK = "4dabf18193072939515e22adb298388d";

let plan: EstatePlan;
let asItIs: EstatePlan;

beforeAll(async () => {
  [plan, asItIs] = await Promise.all([planEstate("prod", WHOLE), planEstate("prod")]);
}, PLAN_MS_MAX);

function withChange(resource: PlannedResource, path: string, value: Json | undefined) {
  if (value === undefined) return patched(resource, { [path]: undefined });
  const keys = path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return withValue(resource, keys, value);
}

function changed(
  resources: readonly PlannedResource[],
  change: Change,
): readonly PlannedResource[] {
  const { on, set = {}, protect, remove, add = [] } = change;
  if (on === undefined) return [...resources, ...add];
  const [type, name = ""] = on;
  const found = resources.find(
    (one) => one.type === `azure-native:${type}` && one.name.includes(name),
  );
  if (found === undefined) throw new Error(`the estate has no ${type} called ${name}`);
  const after = Object.entries(set).reduce(
    (resource, [path, value]) => withChange(resource, path, value),
    { ...found, protect: protect ?? found.protect },
  );
  const rest = resources.map((one) => (one.urn === found.urn ? after : one));
  return remove === true ? resources.filter(({ urn }) => urn !== found.urn) : rest;
}

/** The rules that refuse the estate with this change. */
async function refusals(change: Change): Promise<readonly string[]> {
  const { settings } = plan;
  const after = changed(plan.resources, change);
  const before = new Set(plan.resources);
  // The estate as it is breaks no rule, so only what the change touched is looked at singly.
  const only = new Set(after.filter((one) => !before.has(one)).map(({ urn }) => urn));
  const verdicts = await judgePack(after, { settings, only });
  const violated = verdicts.filter(({ outcome }) => outcome === "violation");
  return [...new Set(violated.map(({ rule }) => rule))].toSorted();
}

test("the production estate passes, as it is and with all its code", async () => {
  for (const { resources, settings } of [asItIs, plan]) {
    const verdicts = await judgePack(resources, { settings });
    expect(verdicts.filter(({ outcome }) => outcome === "violation")).toEqual([]);
  }
});

test("what the program gives out holds no secret", async () => {
  expect(JSON.stringify(asItIs.outputs)).not.toContain(SECRET_MARK);
  const given = planned("drover:outputs:Outputs", "outputs", asItIs.outputs);
  const rules = RULES.filter(({ name }) => name === "no-plain-secrets");
  expect(await judgePack([given], { rules })).toEqual([]);
  const leaked = patched(given, { bus: "Endpoint=sb://x/;SharedAccessKey=abcdefgh12345678=" });
  expect(await judgePack([leaked], { rules })).toHaveLength(1);
});

test("every planned resource that carries tags is asked for them", async () => {
  const rules = RULES.filter(({ name }) => name === "required-tags");
  const bare = plan.resources
    .filter(({ inputs }) => "tags" in inputs)
    .map((resource) => patched(resource, { tags: undefined }));
  const refused = await judgePack(bare, { rules });
  expect(new Set(refused.map(({ urn }) => urn)).size).toBe(bare.length);
});

test("the corpus is large enough, and no change is in it twice", () => {
  const titles = [...BAD_CHANGES, ...HARMLESS_CHANGES].map(({ title }) => title);
  expect(BAD_CHANGES.length).toBeGreaterThanOrEqual(CHANGES_MIN);
  expect(HARMLESS_CHANGES.length).toBeGreaterThanOrEqual(CHANGES_MIN);
  expect(new Set(titles).size).toBe(titles.length);
});

describe("a bad change of the production estate is refused by the right rule", () => {
  test.each(BAD_CHANGES)("$title: $refusedBy", async (change) => {
    expect(await refusals(change)).toEqual(change.refusedBy.toSorted());
  });
});

describe("a harmless change of the production estate passes", () => {
  test.each(HARMLESS_CHANGES)("$title", async (change) => {
    expect(await refusals(change)).toEqual([]);
  });
});
