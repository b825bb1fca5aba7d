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

/** Written out one by one: a title that is computed would cite no promise. */
const refuses = (rule: string): void => expect(refusals).toContain(rule);

test("X-29 (part): a private endpoint on Standard is refused", () => {
  refuses("service-bus-private-endpoint-needs-premium");
});

test("X-24 (part): a key for the scaler is refused", () => {
  refuses("container-apps-scale-by-identity");
});

test("X-66 (part): a shared access rule on the jobs is refused", () => {
  refuses("service-bus-no-keys");
});

test("X-25 (part): fourteen days where the topic gives seven are refused", () => {
  refuses("service-bus-subscription-ttl");
});

test("X-30 (part): seven days of soft delete are refused", () => {
  refuses("key-vault-soft-delete");
});

test("X-31 (part): a registry without private link is refused", () => {
  refuses("registry-tier");
});

test("X-32 (part): Flex apps in a subnet of the old kind are refused", () => {
  refuses("network-subnet-delegation");
});

test("X-33 (part): an API that nobody can reach is refused", () => {
  refuses("functions-private-endpoint");
});

test("X-34 (part): a password on an Entra-only server is refused", () => {
  refuses("sql-entra-only");
});

test("X-35 (part): a database that pauses is refused", () => {
  refuses("sql-no-auto-pause");
});

test("X-11 (part): a vault's name of thirty characters is refused", () => {
  refuses("name-limits");
});

test("X-08 (part): 64 GiB on the Consumption profile is refused", () => {
  refuses("container-apps-fits-profile");
});

test("X-07 (part): Owner and User Access Administrator are refused", () => {
  refuses("no-owner-assignments");
});

test("X-42 (part): a registry's password is refused", () => {
  refuses("container-apps-registry-by-identity");
});

test("X-66 (part): data roles on the whole namespace are refused", () => {
  refuses("data-roles-on-entities");
});

test("M-037 (part): a filter beside the rule that lets all pass is refused", () => {
  refuses("service-bus-default-rule-replaced");
});

test("the judge of these tests says what the pack's own host says", async () => {
  const verdicts = await judgePack(plan.resources, { settings: plan.settings });
  const rulesWith = (outcome: string): readonly string[] =>
    unique(verdicts.filter((one) => one.outcome === outcome).map(({ rule }) => rule));
  expect(rulesWith("violation")).toEqual(refusals);
  expect(rulesWith("undecided")).toEqual(undecided);
});
