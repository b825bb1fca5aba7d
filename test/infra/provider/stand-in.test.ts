/** The stand-in providers, started as Pulumi starts them and spoken to over their own protocol:
 *  what the end-to-end test of the real CLI rests on is tested here also where there is no CLI. */
import { describe, expect, test } from "@jest/globals";
import { secret } from "../planned.ts";
import { withProvider } from "./client.ts";
import { UNKNOWN } from "./wire.ts";

const urn = (type: string, name: string): string => `urn:pulumi:dev::drover::${type}::${name}`;

const GROUP = urn("azure-native:resources:ResourceGroup", "group");
const BUS = urn("azure-native:servicebus:Namespace", "bus");
const TOPIC = urn("azure-native:servicebus:Namespace$azure-native:servicebus:Topic", "topic");
const IDENTITY = urn("azure-native:managedidentity:UserAssignedIdentity", "worker");
const ASSIGNMENT = urn("azure-native:authorization:RoleAssignment", "right");
const SUBNET = urn("azure-native:network:Subnet", "subnet");
const VNET = urn("azure-native:network:VirtualNetwork", "vnet");
const SQL = urn("azure-native:sql:Server", "sql");
const DIAGNOSTICS = urn("azure-native:monitor:DiagnosticSetting", "audit");
const ENDPOINT = urn("azure-native:network:PrivateEndpoint", "endpoint");

const IN_GROUP = { resourceGroupName: "rg" } as const;
const bus = { ...IN_GROUP, namespaceName: "sb", sku: { name: "Standard" } } as const;
const topic = { ...IN_GROUP, namespaceName: "sb", topicName: "jobs" } as const;

describe("the stand-in for azure-native", () => {
  test("gives ids as Azure writes them, and says of a thing what only Azure can know", async () => {
    await withProvider("azure-native", async ({ create }) => {
      const group = await create(GROUP, IN_GROUP);
      expect(group.id).toMatch(/^\/subscriptions\/[0-9a-f-]{36}\/resourceGroups\/rg$/);
      const { id, outputs } = await create(IDENTITY, { ...IN_GROUP, resourceName: "worker" });
      expect(id).toBe(
        `${group.id}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/worker`,
      );
      expect(outputs).toMatchObject({
        resourceName: "worker",
        name: "worker",
        type: "Microsoft.ManagedIdentity/userAssignedIdentities",
        principalId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8/),
      });
      expect(outputs["principalId"]).not.toBe(outputs["clientId"]);
    });
  });

  test("in a preview nothing is made, and what only Azure knows is unknown", async () => {
    await withProvider("azure-native", async ({ create, cloud }) => {
      const { id, outputs } = await create(IDENTITY, { ...IN_GROUP, resourceName: "w" }, true);
      expect(id).toBe("");
      expect(outputs).toMatchObject({ principalId: UNKNOWN, name: UNKNOWN, resourceName: "w" });
      expect(cloud.all()).toEqual([]);
    });
  });

  test("refuses a thing within one that does not exist, and a name that is taken", async () => {
    await withProvider("azure-native", async ({ create }) => {
      await expect(create(BUS, bus)).rejects.toThrow(/ParentResourceNotFound: .*Groups\/rg does/);
      await create(GROUP, IN_GROUP);
      await expect(create(TOPIC, topic)).rejects.toThrow(/ParentResourceNotFound: .*\/sb does/);
      await create(BUS, bus);
      await create(TOPIC, topic);
      await expect(create(TOPIC, topic)).rejects.toThrow(/Conflict/);
    });
  });

  test("refuses a right on what does not exist, and takes it once it does", async () => {
    await withProvider("azure-native", async ({ check, create }) => {
      const { id } = await create(GROUP, IN_GROUP);
      const right = await check(ASSIGNMENT, {
        scope: `${id}/providers/Microsoft.ServiceBus/namespaces/sb`,
        principalId: "11111111-1111-4111-8111-111111111111",
        roleDefinitionId: `${id}/providers/Microsoft.Authorization/roleDefinitions/x`,
      });
      expect(right["roleAssignmentName"]).toMatch(/^[0-9a-f-]{36}$/);
      await expect(create(ASSIGNMENT, right)).rejects.toThrow(/ParentResourceNotFound/);
      await create(BUS, bus);
      expect((await create(ASSIGNMENT, right)).id).toMatch(/\/sb\/providers\/Microsoft\.Auth/);
    });
  });

  test("what Azure makes together with a thing is there as soon as the thing is", async () => {
    await withProvider("azure-native", async ({ create }) => {
      const { id } = await create(GROUP, IN_GROUP);
      const server = `${id}/providers/Microsoft.Sql/servers/sql`;
      const audit = { resourceUri: `${server}/databases/master`, name: "audit" };
      await expect(create(DIAGNOSTICS, audit)).rejects.toThrow(/Groups.*\/servers\/sql does/);
      await create(SQL, { ...IN_GROUP, serverName: "sql" });
      await expect(create(DIAGNOSTICS, audit)).resolves.toHaveProperty("id");
      const other = { ...audit, resourceUri: `${server}/databases/other` };
      await expect(create(DIAGNOSTICS, other)).rejects.toThrow(/databases\/other does not exist/);
    });
  });

  test("keeps a subnet for as long as an endpoint is in it", async () => {
    await withProvider("azure-native", async ({ create, remove }) => {
      await create(GROUP, IN_GROUP);
      await create(VNET, { ...IN_GROUP, virtualNetworkName: "vnet" });
      const within = { ...IN_GROUP, virtualNetworkName: "vnet", subnetName: "ends" };

      const subnet = await create(SUBNET, within);
      const user = { ...IN_GROUP, privateEndpointName: "pe2", subnet: { id: subnet.id } };
      const endpoint = await create(ENDPOINT, user);
      await expect(remove(subnet.id, SUBNET)).rejects.toThrow(/InUse: .* is used by .*pe2$/);
      await remove(endpoint.id, ENDPOINT);
      await expect(remove(subnet.id, SUBNET)).resolves.toBeUndefined();
      await expect(create(ENDPOINT, user)).rejects.toThrow(/InvalidResourceReference: .*ends does/);
    });
  });

  test("tells an update from a replacement, property by property", async () => {
    await withProvider("azure-native", async ({ diff }) => {
      const same = await diff(BUS, bus, bus);
      expect(same.getChanges()).toBe(1);
      const update = await diff(BUS, bus, { ...bus, sku: { name: "Premium" } });
      expect(update.getDiffsList()).toEqual(["sku"]);
      expect([...update.getDetaileddiffMap().keys()]).toEqual(["sku.name"]);
      expect(update.getReplacesList()).toEqual([]);
      const replacement = await diff(BUS, bus, { ...bus, namespaceName: "other" });
      expect(replacement.getReplacesList()).toEqual(["namespaceName"]);
    });
  });

  test("finds what it made, what was changed behind it, and nothing where it is gone", async () => {
    await withProvider("azure-native", async ({ create, read, remove, update, cloud }) => {
      await create(GROUP, IN_GROUP);
      const made = await create(BUS, { ...bus, key: secret("hunter2") });
      const found = await read(made.id, BUS);
      expect(found).toEqual({ ...made, inputs: { ...bus, key: secret("hunter2") } });
      const thing = cloud.get(made.id);
      if (thing === undefined) throw new Error("the cloud has lost it");
      cloud.put({ ...thing, inputs: { ...thing.inputs, disableLocalAuth: false } });
      expect((await read(made.id, BUS)).inputs).toMatchObject({ disableLocalAuth: false });
      await update(made.id, BUS, bus);
      expect((await read(made.id, BUS)).inputs).toEqual(bus);
      await create(TOPIC, topic);
      await remove(made.id, BUS);
      expect((await read(made.id, BUS)).id).toBe("");
      expect(cloud.all().map(({ type }) => type)).toEqual(["azure-native:resources:ResourceGroup"]);
    });
  });

  test("answers what the offline preview answers, and refuses what it does not know", async () => {
    await withProvider("azure-native", async ({ check, invoke }) => {
      expect(await invoke("azure-native:authorization:getClientConfig")).toHaveProperty("tenantId");
      await expect(invoke("azure-native:compute:getImage")).rejects.toThrow(/no answer/);
      const machine = urn("azure-native:compute:VirtualMachine", "vm");
      await expect(check(machine, {})).rejects.toThrow(/does not know how Azure names/);
    });
  });
});

describe("the stand-in for azuread", () => {
  test("gives every object an id and a client id of its own", async () => {
    await withProvider("azuread", async ({ create }) => {
      const type = "azuread:index/application:Application";
      const api = await create(urn(type, "api"), { displayName: "api" });
      const cli = await create(urn(type, "cli"), { displayName: "cli" });
      expect(api.id).toMatch(/^\/applications\/[0-9a-f-]{36}$/);
      expect(api.outputs["clientId"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(api.outputs["clientId"]).not.toBe(cli.outputs["clientId"]);
    });
  });
});
