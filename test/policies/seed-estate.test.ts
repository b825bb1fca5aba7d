/** The estates that came before, judged by the pack in its own host: what made them unsafe is
 *  refused, rule by rule. And the judge of these tests must say what the host says. */
import path from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { findingsWith, judge } from "../../infra/preview/policy.ts";
import { readStack } from "../../infra/preview/stack-config.ts";
import { type EstatePlan, must, PLAN_MS_MAX, planEstate, ROOT } from "./estate-plan.ts";
import { judgePack } from "./whole-pack.ts";

const PROGRAM = path.join(ROOT, "test/policies/programs/seed-estate.ts");
const REASONS_MIN = 12;

let plan: EstatePlan;
let refusals: readonly string[];
let undecided: readonly string[];

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();

beforeAll(async () => {
  plan = await planEstate("prod", PROGRAM);
  const verdict = must(await judge(must(await readStack(ROOT, "prod")), plan.resources));
  refusals = unique(findingsWith(verdict, "violation").map(({ policy }) => policy));
  undecided = unique(findingsWith(verdict, "undecided").map(({ policy }) => policy));
}, PLAN_MS_MAX);

test("the topology of the earlier estates is refused for far more than a dozen reasons", () => {
  process.stderr.write(`the earlier estates break ${refusals.length} rules\n`);
  expect(refusals.length).toBeGreaterThanOrEqual(REASONS_MIN);
});

test.each([
  ["X-29", "service-bus-private-endpoint-needs-premium", "a private endpoint on Standard"],
  ["X-24", "container-apps-scale-by-identity", "a key for the scaler"],
  ["X-66", "service-bus-no-keys", "a shared access rule on the jobs"],
  ["X-25", "service-bus-subscription-ttl", "fourteen days where the topic gives seven"],
  ["X-30", "key-vault-soft-delete", "seven days of soft delete"],
  ["X-31", "registry-tier", "a registry without private link"],
  ["X-32", "network-subnet-delegation", "Flex apps in a subnet of the old kind"],
  ["X-33", "functions-private-endpoint", "an API that nobody can reach"],
  ["X-34", "sql-entra-only", "a password on an Entra-only server"],
  ["X-35", "sql-no-auto-pause", "a database that pauses"],
  ["X-11", "name-limits", "a vault's name of thirty characters"],
  ["X-08", "container-apps-fits-profile", "64 GiB on the Consumption profile"],
  ["X-07", "no-owner-assignments", "Owner and User Access Administrator"],
  ["X-42", "container-apps-registry-by-identity", "a registry's password"],
  ["X-66", "data-roles-on-entities", "data roles on the whole namespace"],
  ["M-037", "service-bus-default-rule-replaced", "a filter beside the rule that lets all pass"],
])("%s (part): %s refuses %s", (_promise, rule) => {
  expect(refusals).toContain(rule);
});

test("the judge of these tests says what the pack's own host says", async () => {
  const verdicts = await judgePack(plan.resources, { settings: plan.settings });
  const rulesWith = (outcome: string): readonly string[] =>
    unique(verdicts.filter((one) => one.outcome === outcome).map(({ rule }) => rule));
  expect(rulesWith("violation")).toEqual(refusals);
  expect(rulesWith("undecided")).toEqual(undecided);
});
