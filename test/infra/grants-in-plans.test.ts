/** Reading grants back out of a plan: what is planned, and nothing that only looks like it. */
import { describe, expect, test } from "@jest/globals";
import { grantsFor } from "../../infra/identity/grants.ts";
import { plannedRoles } from "../../infra/identity/planned-roles.ts";
import { conditionOf, customRoles, roleDefinitionId } from "../../infra/identity/role-settings.ts";
import { scopePlaces, type Thing } from "../../infra/identity/scope-places.ts";
import { DENIED_ROLES } from "../../runtime/contract/blueprint/roles.ts";
import { estateOf, privateConfig, SUBSCRIPTION } from "./ground-config.ts";

const ESTATE = estateOf(privateConfig);
const GROUP = "/subscriptions/s/resourceGroups/g";
const VAULT = `${GROUP}/providers/Microsoft.KeyVault/vaults/kv`;
const NETWORK = `${GROUP}/providers/Microsoft.Network/virtualNetworks/vnet`;
const TARGET = { kind: "target-subscription" } as const;
const ACCOUNT = `${GROUP}/providers/Microsoft.Storage/storageAccounts/acc`;

const THINGS: readonly Thing[] = [
  { type: "azure-native:keyvault:Vault", ownName: "platform", inputs: { vaultName: "kv" } },
  { type: "azure-native:storage:StorageAccount", ownName: "runs", inputs: { accountName: "acc" } },
  {
    type: "azure-native:storage:BlobContainer",
    ownName: "runs-logs",
    inputs: { accountName: "acc", containerName: "logs" },
  },
  {
    type: "azure-native:resources:ResourceGroup",
    ownName: "group",
    inputs: { resourceGroupName: "drover-rg-prod-agents-abcdefgh" },
  },
  {
    type: "azure-native:network:Subnet",
    ownName: "containers",
    inputs: { virtualNetworkName: "vnet", subnetName: "snet-containers" },
  },
];

describe("a scope in a plan", () => {
  const placeOf = scopePlaces(THINGS, [VAULT]);

  test.each([
    [`${VAULT}/secrets/anthropic-api-key`, "secrets/anthropic-api-key"],
    [`${ACCOUNT}/blobServices/default/containers/logs`, "storage/runs/containers/logs"],
    ["/subscriptions/s/resourceGroups/drover-rg-prod-agents-abcdefgh", "groups/agents"],
    [`${NETWORK}/subnets/snet-containers`, "subnets/containers"],
    ["/subscriptions/other", "target-subscription"],
  ])("%s is known as %s", (scope, key) => {
    expect(placeOf(scope)).toBe(key);
  });

  test.each([
    ["a container that nobody plans", `${ACCOUNT}/blobServices/default/containers/more`],
    ["a whole account", ACCOUNT],
    ["a whole network", NETWORK],
    ["a subnet of another network", `${NETWORK}2/subnets/snet-containers`],
    ["a secret in a vault of somebody else", `${VAULT}2/secrets/anthropic-api-key`],
    ["the subscription that holds the estate", "/subscriptions/s"],
    ["a group that is not planned", GROUP],
  ])("X-66 (part): %s is no place of the blueprint's", (_what, scope) => {
    expect(placeOf(scope)).toBeNull();
  });

  test("X-66 (part): the vault as a whole is never taken for one of its secrets", () => {
    expect(placeOf(VAULT)).toBe("vaults/platform");
  });
});

describe("a role in a plan", () => {
  const [cleaner, joiner] = customRoles(ESTATE);
  const definition = (permissions: unknown) => ({
    type: "azure-native:authorization:RoleDefinition",
    inputs: { roleDefinitionId: "own", roleName: "Drover Scenario Cleaner (x)", permissions },
  });
  const assigned = { roleDefinitionId: "/providers/x/roleDefinitions/own" };

  test("one of ours is known by what it may do", () => {
    const name = plannedRoles([definition(cleaner?.permissions)])(assigned);
    expect(name).toBe("Drover Scenario Cleaner");
  });

  test("one that bears our name and may do more is not ours", () => {
    const more = [{ actions: ["*"], notActions: [] }];
    expect(plannedRoles([definition(more)])(assigned)).toBe("Drover Scenario Cleaner (x)");
    expect(plannedRoles([definition([])])(assigned)).not.toBe("Drover Scenario Cleaner");
  });

  test("each of ours can be assigned no wider than where its holder has it", () => {
    expect(cleaner?.scope).toBe(`/subscriptions/${SUBSCRIPTION}`);
    expect(joiner?.scope).toBe(`/subscriptions/s/resourceGroups/${ESTATE.resourceGroupName}`);
  });

  test("ids of ours are GUIDs, the same in every run, and others in another estate", () => {
    const ids = customRoles(ESTATE).map((role) => role.roleDefinitionId);
    const again = customRoles(estateOf(privateConfig)).map((role) => role.roleDefinitionId);
    const others = customRoles(estateOf({ ...privateConfig, stack: "test" }));
    expect(ids).toEqual(again);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const { roleDefinitionId: id } of others) expect(ids).not.toContain(id);
  });

  test("an assignment names a role of ours where it is defined", () => {
    const definitions = "providers/Microsoft.Authorization/roleDefinitions";
    expect(roleDefinitionId(ESTATE, "Drover Scenario Cleaner", TARGET)).toBe(
      `/subscriptions/${SUBSCRIPTION}/${definitions}/${cleaner?.roleDefinitionId}`,
    );
  });

  test("one of Azure's is named in the subscription in which it is assigned", () => {
    const role = "Role Based Access Control Administrator";
    const within = (id: string) => new RegExp(`^/subscriptions/${id}/providers/`);
    expect(roleDefinitionId(ESTATE, role, TARGET)).toMatch(within(SUBSCRIPTION));
    const agents = { kind: "resource-group", group: "agents" } as const;
    expect(roleDefinitionId(ESTATE, role, agents)).toMatch(within(ESTATE.subscriptionId));
  });
});

describe("who may assign roles", () => {
  const delegates = grantsFor(["cloud"], { scenarioSecrets: true, privateNetwork: true }).filter(
    ({ role }) => role === "Role Based Access Control Administrator",
  );

  test("X-07, H-080, H-083: each such right is bound to the roles of its delegation", () => {
    expect(delegates).toHaveLength(2);
    for (const grant of delegates) {
      const { condition = "" } = conditionOf(grant);
      for (const denied of Object.values(DENIED_ROLES)) expect(condition).not.toMatch(denied);
      expect(condition).toMatch(/roleAssignments\/write.*roleAssignments\/delete/s);
      const inputs = {
        roleDefinitionId: roleDefinitionId(ESTATE, grant.role, grant.place),
        condition,
      };
      expect(plannedRoles([])({ ...inputs, conditionVersion: "2.0" })).toBe(grant.role);
    }
  });

  test("X-07: without the blueprint's condition it counts as another right", () => {
    const [grant] = delegates;
    if (grant === undefined) throw new Error("nobody may assign roles");
    const inputs = { roleDefinitionId: roleDefinitionId(ESTATE, grant.role, grant.place) };
    const { condition = "" } = conditionOf(grant);
    const unbound = "Role Based Access Control Administrator, unbound";
    expect(plannedRoles([])(inputs)).toBe(unbound);
    expect(plannedRoles([])({ ...inputs, condition: `${condition} OR true` })).toBe(unbound);
  });

  test("X-07: a right to assign roles that no delegation binds stops the program", () => {
    const [grant] = delegates;
    if (grant === undefined) throw new Error("nobody may assign roles");
    const identity = { ...grant.identity, component: "scaler" } as const;
    expect(() => conditionOf({ ...grant, identity })).toThrow(/without a condition/);
  });
});
