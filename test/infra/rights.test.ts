import { describe, expect, test } from "@jest/globals";
import type { PlannedResource } from "../../infra/preview/planned-resource.ts";
import { compareRights, type RightRow } from "../../infra/preview/rights.ts";
import { planned, UNKNOWN } from "./planned.ts";

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
  compareRights([group, identity, topic, ...assignments], ["cloud"]);

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

  test("a right on something that the program does not build yet says so", () => {
    expect(compared()).toContainEqual({
      holder: "worker-cloud",
      role: "Key Vault Secrets User",
      on: "secret worker-certificate",
      state: "not in the program yet",
    });
  });
});
