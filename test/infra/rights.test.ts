import { describe, expect, test } from "@jest/globals";
import type { PlannedResource } from "../../infra/preview/planned-resource.ts";
import { compareRights, type RightRow, rightsChange } from "../../infra/preview/rights.ts";
import { DELEGATIONS, delegationCondition } from "../../runtime/contract/blueprint/delegation.ts";
import { planned, UNKNOWN } from "./planned.ts";

const PUBLIC = { scenarioSecrets: false, privateNetwork: false } as const;
const BUS = "azure-native:servicebus";

const NAMESPACE = `/subscriptions/s/resourceGroups/g/providers/Microsoft.ServiceBus/namespaces/ns`;
const SENDER = "69a216fc-b8fb-44d8-bc22-1f3c2cd27a39";
const OWNER = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";

const group = planned("drover:identity:Identities", "ids");
const identity = planned(
  "azure-native:managedidentity:UserAssignedIdentity",
  "ids-scheduler",
  { resourceName: "azure-name" },
  { parent: group.urn },
);
const topic = planned(`${BUS}:Topic`, "bus-events", {
  namespaceName: "ns",
  topicName: "orchestrator-events",
});

const assignment = (role: string, scope: string, principal?: string): PlannedResource =>
  planned(
    "azure-native:authorization:RoleAssignment",
    `right-${role}-${scope}`,
    { roleDefinitionId: `/roleDefinitions/${role}`, scope, principalId: principal ?? UNKNOWN },
    { propertyDependencies: principal === undefined ? { principalId: [identity.urn] } : {} },
  );

const compared = (...assignments: readonly PlannedResource[]): readonly RightRow[] =>
  compareRights([group, identity, topic, ...assignments], ["cloud"], PUBLIC);

const RIGHT = {
  holder: "scheduler",
  role: "Azure Service Bus Data Sender",
  on: "topics/orchestrator-events",
};

describe("planned rights beside the blueprint's", () => {
  test("X-66 (part): an assignment that a right asks for is equal", () => {
    const rows = compared(assignment(SENDER, `${NAMESPACE}/topics/orchestrator-events`));
    expect(rows).toContainEqual({ ...RIGHT, state: "equal" });
    expect(rows.filter(({ state }) => state === "excess")).toEqual([]);
  });

  test("X-66 (part): a right that nobody assigns is missing", () => {
    expect(compared()).toContainEqual({ ...RIGHT, state: "missing" });
  });

  test("X-66 (part): a role on the whole namespace is in excess, the right still missing", () => {
    const rows = compared(assignment(SENDER, NAMESPACE));
    expect(rows).toContainEqual({ ...RIGHT, on: NAMESPACE, state: "excess" });
    expect(rows).toContainEqual({ ...RIGHT, state: "missing" });
  });

  test("X-66 (part): the same topic name in another namespace is something else", () => {
    const elsewhere = `${NAMESPACE}-two/topics/orchestrator-events`;
    expect(compared(assignment(SENDER, elsewhere))).toContainEqual({
      ...RIGHT,
      on: elsewhere,
      state: "excess",
    });
  });

  test("X-66 (part): a role or a holder that the blueprint does not know is in excess", () => {
    const scope = `${NAMESPACE}/topics/orchestrator-events`;
    const rows = compared(assignment(OWNER, scope), assignment(SENDER, scope, "a-person"));
    expect(rows).toContainEqual({ ...RIGHT, role: OWNER, state: "excess" });
    expect(rows).toContainEqual({ ...RIGHT, holder: "a-person", state: "excess" });
  });

  test("X-07 (part): a right to hand on roles is in excess without its condition", () => {
    const target = "/subscriptions/exercised";
    const admin = "f58310d9-a9f6-439a-9e8d-f62e7b41a168";
    const worker = planned(
      "azure-native:managedidentity:UserAssignedIdentity",
      "ids-haymaker-worker",
      {},
      { parent: group.urn },
    );
    const given = (condition?: string): PlannedResource => ({
      ...assignment(admin, target),
      inputs: {
        ...assignment(admin, target).inputs,
        ...(condition === undefined ? {} : { condition, conditionVersion: "2.0" }),
      },
      propertyDependencies: { principalId: [worker.urn] },
    });
    const statesOf = (...assignments: readonly PlannedResource[]) =>
      compareRights([group, worker, ...assignments], ["cloud"], PUBLIC)
        .filter(({ role, state }) => role.startsWith("Role Based") || state === "excess")
        .map(({ state }) => state);
    const [delegation] = DELEGATIONS;
    if (delegation === undefined) throw new Error("nobody may hand on anything");
    expect(statesOf(given(delegationCondition(delegation)))).toEqual(["equal"]);
    expect(statesOf(given())).toEqual(expect.arrayContaining(["excess", "missing"]));
    expect(statesOf(given("(true)"))).toEqual(expect.arrayContaining(["excess", "missing"]));
  });

  test("who gains and who loses a right is seen between two plans", () => {
    const scope = `${NAMESPACE}/topics/orchestrator-events`;
    const [before, after] = [assignment(SENDER, scope), assignment(OWNER, scope)];
    const base = [group, identity, topic];
    expect(rightsChange([...base, before], [...base, after])).toEqual({
      gained: [{ ...RIGHT, role: OWNER }],
      lost: [RIGHT],
    });
    expect(rightsChange([...base, before], [...base, before])).toEqual({ gained: [], lost: [] });
  });
});
