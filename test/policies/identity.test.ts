import { describe, expect, test } from "@jest/globals";
import { dataRolesOnEntities } from "../../policies/identity/data-roles-on-entities.ts";
import { noOwnerAssignments } from "../../policies/identity/no-owner-assignments.ts";
import { violations } from "./judge.ts";

const SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000000";
const GROUP = `${SUBSCRIPTION}/resourceGroups/rg`;
const NAMESPACE = `${GROUP}/providers/Microsoft.ServiceBus/namespaces/ns`;
const TOPIC = `${NAMESPACE}/topics/worker-jobs`;

const SENDER = "69a216fc-b8fb-44d8-bc22-1f3c2cd27a39";
const RECEIVER = "4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0";
const OWNER = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";
const ACCESS_ADMINISTRATOR = "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9";

const assignment = (role: string, scope: string) => ({
  type: "azure-native:authorization:RoleAssignment",
  props: {
    scope,
    principalId: "p",
    roleDefinitionId: `${SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/${role}`,
  },
});

describe("role assignments", () => {
  test.each([noOwnerAssignments, dataRolesOnEntities])(
    "a data role on a topic passes $name",
    async (policy) => {
      expect(await violations(policy, assignment(SENDER, TOPIC))).toEqual([]);
    },
  );

  test.each([
    [OWNER, "Owner"],
    [ACCESS_ADMINISTRATOR, "User Access Administrator"],
    [OWNER.toUpperCase(), "Owner"],
  ])("the role %s is refused as %s, on whatever scope", async (role, name) => {
    for (const scope of [SUBSCRIPTION, TOPIC]) {
      const [message] = await violations(noOwnerAssignments, assignment(role, scope));
      expect(message).toMatch(new RegExp(`instead of ${name}:`));
    }
  });

  test("X-66 (part): a receiver on one subscription of a topic passes", async () => {
    const scope = `${TOPIC}/subscriptions/worker-cloud`;
    expect(await violations(dataRolesOnEntities, assignment(RECEIVER, scope))).toEqual([]);
  });

  test.each([NAMESPACE, `${NAMESPACE}/topics`, `${NAMESPACE}/`, GROUP, SUBSCRIPTION])(
    "X-66 (part): a data role on %s is refused",
    async (scope) => {
      for (const role of [SENDER, RECEIVER]) {
        const [message] = await violations(dataRolesOnEntities, assignment(role, scope));
        expect(message).toMatch(/on the topic or subscription that is used/);
      }
    },
  );

  test("X-66 (part): other roles may have other scopes", async () => {
    const reader = assignment("acdd72a7-3385-48ef-bd42-f606fba81ae7", GROUP);
    expect(await violations(dataRolesOnEntities, reader)).toEqual([]);
  });
});
