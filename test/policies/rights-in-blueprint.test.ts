/** The rights of the whole production estate, each moved to everybody else: the pack knows whose
 *  they are. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { PlannedResource } from "../../infra/preview/planned-resource.ts";
import { RULES } from "../../policies/all-rules.ts";
import { planned } from "../infra/planned.ts";
import { grantedBy } from "../infra/rights-proof/granted.ts";
import { PLAN_MS_MAX, planEstate, WHOLE } from "./estate-plan.ts";
import { judgePack } from "./whole-pack.ts";

const ASSIGNMENT = "azure-native:authorization:RoleAssignment";
const IDENTITY = "azure-native:managedidentity:UserAssignedIdentity";
const rules = RULES.filter(({ name }) => name === "rights-in-blueprint");

let rights: readonly PlannedResource[];
let others: readonly PlannedResource[];

beforeAll(async () => {
  const { resources } = await planEstate("prod", WHOLE);
  rights = resources.filter(({ type }) => type === ASSIGNMENT);
  others = resources.filter(({ type }) => type !== ASSIGNMENT);
}, PLAN_MS_MAX);

const refused = async (assignments: readonly PlannedResource[], more = others) =>
  new Set((await judgePack([...more, ...assignments], { rules })).map(({ urn }) => urn));

describe("the rights of the estate", () => {
  test("X-66 (part): are the blueprint's, every one", async () => {
    expect(rights.length).toBeGreaterThan(100);
    expect(await refused(rights)).toEqual(new Set());
  });

  test("X-66 (part): given to another, each is refused that the other has not itself", async () => {
    const declared = new Set(grantedBy([...others, ...rights]));
    const identities = others.filter(({ type }) => type === IDENTITY);
    for (const identity of identities) {
      const moved = rights.map((right) => ({
        ...right,
        propertyDependencies: { principalId: [identity.urn] },
      }));
      const expected = moved.filter((right) => {
        const [said = ""] = grantedBy([...others, right]);
        return !declared.has(said) || (OWN.test(said) && !isOfSameComponent(right, identity));
      });
      const found = await refused(moved);
      const missed = expected.filter(({ urn }) => !found.has(urn));
      expect({ identity: identity.name, missed: missed.map(({ name }) => name) }).toEqual({
        identity: identity.name,
        missed: [],
      });
    }
  });

  test("a component whose code is not there holds none of them", async () => {
    const waiting = planned("drover:code:NotYetShipped", "scheduler", { reason: "Not yet." });
    const found = await refused(rights, [...others, waiting]);
    const own = rights.filter(({ name }) => name.startsWith("rights-scheduler-"));
    expect(found).toEqual(new Set(own.map(({ urn }) => urn)));
    expect(own.length).toBeGreaterThan(3);
  });
});

/** Scopes that everybody has one of, and that are not told apart by the words of a right. */
const OWN = / on (?:telemetry|container (?:azure-webjobs-|app-package))/;

/** Whether the assignment was this identity's from the start; workers share their telemetry. */
const isOfSameComponent = (right: PlannedResource, identity: PlannedResource): boolean => {
  const own = identity.name.replace(/^identities-/, "").replace(/^worker-.*$/, "worker");
  return right.name.startsWith(`rights-${own}-`);
};
