/** The ground of both stacks once every component has code, as Pulumi's own program runner
 *  registers it: inputs, parents, dependencies, protection and secretness. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { isJsonObject } from "../../infra/preview/planned-resource.ts";
import { FUNCTION_APPS } from "../../infra/settings/deployables.ts";
import { CONTAINERS } from "../../runtime/contract/blueprint/storage.ts";
import { type Planned, planWhole, RUN_MS_MAX, waitsFor } from "./ground-plans.ts";

let dev: Planned;
let prod: Planned;
let withSecrets: Planned;

beforeAll(async () => {
  dev = await planWhole("dev");
  prod = await planWhole("prod");
  withSecrets = await planWhole("prod", { "drover:scenarioIdentity": "secret" });
}, RUN_MS_MAX);

/** Who is signed in when a plan is made offline. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const SECRET_MARK = "4dabf18193072939515e22adb298388d";

const STATEFUL = [
  "keyvault:Vault",
  "servicebus:Namespace",
  "sql:Server",
  "sql:Database",
  "storage:StorageAccount",
  "containerregistry:Registry",
  "operationalinsights:Workspace",
  "network:VirtualNetwork",
];

describe.each([
  ["dev", () => dev],
  ["prod", () => prod],
])("the ground of %s", (_name, get) => {
  test("M-134, X-28: nothing that lies in the group is made before it", () => {
    const group = get().called("estate");
    const name = group.inputs["resourceGroupName"];
    const inside = get().resources.filter(
      ({ urn, inputs }) => urn !== group.urn && inputs["resourceGroupName"] === name,
    );
    expect(inside.length).toBeGreaterThan(80);
    const early = inside.filter((resource) => !waitsFor(get(), resource, group));
    expect(early.map((resource) => resource.name)).toEqual([]);
  });

  test("M-129, M-133: each function app's host has an account with its three containers", () => {
    const accounts = get().ofType("storage:StorageAccount");
    const owners = accounts.map(({ name }) => name.replace("storage-", ""));
    expect(owners.toSorted()).toEqual([...FUNCTION_APPS, "runs", "workers"].toSorted());
    for (const owner of FUNCTION_APPS) {
      const account = get().called(`storage-${owner}`);
      const containers = get()
        .ofType("storage:BlobContainer")
        .filter(({ parent }) => parent === account.urn);
      const names = containers.map(({ inputs }) => inputs["containerName"]);
      expect(names).toEqual(
        Object.entries(CONTAINERS).flatMap(([name, { account: kind }]) =>
          kind === "host" ? [name] : [],
        ),
      );
      for (const { inputs } of containers)
        expect(inputs["accountName"]).toBe(account.inputs["accountName"]);
    }
  });

  test("no two accounts of any kind have one name, and all names fit", () => {
    const names = get()
      .ofType("storage:StorageAccount")
      .map(({ inputs }) => String(inputs["accountName"]));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]{3,24}$/);
  });

  test("M-127, X-34: the administrators are a group with the bootstrap job in it", () => {
    const server = get().called("database-server");
    const group = get().called("database-administrators");
    expect(server.propertyDependencies["administrators"]).toEqual([group.urn]);
    expect(group.propertyDependencies["members"]).toEqual([
      get().called("identities-database-bootstrap").urn,
    ]);
    expect(server.inputs["administrators"]).toMatchObject({
      azureADOnlyAuthentication: true,
      login: group.inputs["displayName"],
    });
    expect(JSON.stringify(get().resources.map(({ inputs }) => inputs))).not.toMatch(
      /administratorLogin/,
    );
  });

  test("M-135 (part): the server's audit has its way to the workspace before it begins", () => {
    const way = get().called("database-audit-log");
    expect(way.inputs).toMatchObject({
      resourceUri: expect.stringMatching(/\/databases\/master$/),
      logs: [{ category: "SQLSecurityAuditEvents", enabled: true }],
    });
    expect(way.propertyDependencies["workspaceId"]).toEqual([get().called("watch-workspace").urn]);
    expect(get().called("database-audit").dependencies).toContain(way.urn);
  });

  test("M-128 (part): each secret that is made has a placeholder, which is kept secret", () => {
    const secrets = get().ofType("keyvault:Secret");
    expect(secrets.map(({ inputs }) => inputs["secretName"])).toContain("anthropic-api-key");
    for (const { inputs } of secrets) {
      expect(inputs["properties"]).toMatchObject({
        attributes: { enabled: false, expires: expect.any(Number) },
        value: { [SECRET_MARK]: expect.any(String) },
      });
    }
  });

  test("M-129: every component's telemetry is a place of its own in the one workspace", () => {
    const workspace = get().called("watch-workspace");
    const insights = get().ofType("applicationinsights:Component");
    expect(insights.length).toBeGreaterThan(10);
    for (const one of insights) {
      expect(one.propertyDependencies["workspaceResourceId"]).toEqual([workspace.urn]);
      expect(one.inputs["disableLocalAuth"]).toBe(true);
    }
  });

  test("no key and no connection string is asked for anywhere", () => {
    const text = JSON.stringify(get().resources.map(({ inputs }) => inputs));
    for (const word of [/SharedAccessKey/, /AccountKey=/, /Password=/i, /listKeys/])
      expect(text).not.toMatch(word);
  });
});

describe("what the network decides", () => {
  test("M-124, X-75: a public estate has no network, no endpoint and no zone", () => {
    const ours = dev.resources.filter(({ type }) =>
      /^azure-native:(network|privatedns):/.test(type),
    );
    expect(ours).toEqual([]);
  });

  test("M-124, X-29, X-75: in private, a data service has a door for each way it is used", () => {
    const doors = prod.ofType("network:PrivateEndpoint").flatMap(({ inputs, parent }) => {
      const [connection] = inputs["privateLinkServiceConnections"] as readonly unknown[];
      const groups = isJsonObject(connection as never) ? connection : {};
      const target = prod.resources.find(({ urn }) => urn === parent);
      return target?.type === "azure-native:web:WebApp"
        ? []
        : [`${target?.name} ${JSON.stringify((groups as { groupIds?: unknown }).groupIds)}`];
    });
    expect(doors.toSorted()).toEqual(
      [
        'vault-platform ["vault"]',
        'bus-namespace ["namespace"]',
        'database-server ["sqlServer"]',
        'registry-images ["registry"]',
        'storage-runs ["blob"]',
        'storage-workers ["table"]',
        ...FUNCTION_APPS.map((owner) => `storage-${owner} ["blob"]`),
      ].toSorted(),
    );
  });

  test("M-125: every door answers in a zone that its own network and the hub can ask", () => {
    for (const endpoint of prod.ofType("network:PrivateEndpoint")) {
      const group = prod
        .ofType("network:PrivateDnsZoneGroup")
        .find(({ parent }) => parent === endpoint.urn);
      const [zone] = group?.propertyDependencies["privateDnsZoneConfigs"] ?? [];
      const links = prod
        .ofType("privatedns:VirtualNetworkLink")
        .filter(({ parent }) => parent === zone);
      const names = links.map(({ inputs }) => inputs["virtualNetworkLinkName"]);
      expect([endpoint.name, names.toSorted()]).toEqual([endpoint.name, ["hub", "own"]]);
      for (const link of links) expect(group?.dependencies).toContain(link.urn);
    }
  });

  test("M-124 (part): endpoints live in the subnet that is meant for them", () => {
    const subnet = prod.called("network-private-endpoints");
    for (const endpoint of prod.ofType("network:PrivateEndpoint"))
      expect(endpoint.propertyDependencies["subnet"]).toEqual([subnet.urn]);
  });

  test("every subnet has its own rules, its way out, and is changed after the one before", () => {
    const subnets = prod.ofType("network:Subnet");
    expect(subnets).toHaveLength(10);
    for (const subnet of subnets) {
      const own = subnet.name.replace("network-", "");
      const guard = prod.called(`network-guard-${own}`);
      expect(subnet.propertyDependencies["networkSecurityGroup"]).toEqual([guard.urn]);
      expect(subnet.inputs["defaultOutboundAccess"]).toBe(false);
      const way = subnet.propertyDependencies["natGateway"];
      expect(way).toEqual(
        own === "private-endpoints" ? undefined : [prod.called("network-way-out").urn],
      );
    }
    const chained = subnets.filter(({ dependencies }) =>
      dependencies.some((urn) => urn.includes(":network:Subnet::")),
    );
    expect(chained).toHaveLength(subnets.length - 1);
  });

  test("X-33 (part): what deploys from the hub begins only once it has its way in", () => {
    const steps = new Set(["drover-code:index:Package", "drover-code:index:JobRun"]);
    const published = prod.resources.filter(({ type }) => steps.has(type));
    expect(published.length).toBeGreaterThan(0);
    for (const code of published) {
      expect(waitsFor(prod, code, prod.called("network-to-hub"))).toBe(true);
      expect(waitsFor(prod, code, prod.called("network-from-hub"))).toBe(true);
    }
  });

  test("X-33 (part): a private estate is joined with its hub from both sides", () => {
    const [to, from] = [prod.called("network-to-hub"), prod.called("network-from-hub")];
    const own = prod.called("network-own");
    expect(to.inputs["remoteVirtualNetwork"]).toEqual({
      id: expect.stringMatching(/virtualNetworks\/hub-westeurope$/),
    });
    expect(from.inputs["virtualNetworkName"]).toBe("hub-westeurope");
    expect(from.propertyDependencies["remoteVirtualNetwork"]).toEqual([own.urn]);
    expect(to.parent).toBe(own.urn);
  });

  test("M-126: in private, nothing that holds data can be reached from the Internet", () => {
    const open = STATEFUL.flatMap((type) => prod.ofType(type)).filter(({ type, inputs }) => {
      const nested = isJsonObject(inputs["properties"]) ? inputs["properties"] : inputs;
      const access = String(nested["publicNetworkAccess"]).toLowerCase();
      return !/Workspace|VirtualNetwork|sql:Database/.test(type) && access !== "disabled";
    });
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test("images of a private estate are built inside its network", () => {
    const pool = prod.called("registry-builds");
    expect(pool.propertyDependencies["virtualNetworkSubnetResourceId"]).toEqual([
      prod.called("network-builds").urn,
    ]);
    expect(dev.ofType("containerregistry:AgentPool")).toEqual([]);
  });
});

describe("what HayMaker exercises", () => {
  test(
    "an estate that would exercise itself is not planned",
    async () => {
      const own = { tenantId: NOBODY, subscriptionId: NOBODY };
      const plan = planWhole("dev", { "drover:target": JSON.stringify(own) });
      await expect(plan).rejects.toThrow(
        /target\.subscriptionId is the subscription of this estate/,
      );
    },
    RUN_MS_MAX,
  );
});

describe("protection", () => {
  test("what holds data is protected in prod and in dev nothing is", () => {
    for (const type of STATEFUL) {
      expect([type, prod.ofType(type).every(({ protect }) => protect)]).toEqual([type, true]);
      expect([type, dev.ofType(type).some(({ protect }) => protect)]).toEqual([type, false]);
    }
  });

  test("containers and tables of runs and workers are protected, those of hosts fill again", () => {
    const stores = [...prod.ofType("storage:BlobContainer"), ...prod.ofType("storage:Table")];
    for (const { name, protect } of stores)
      expect([name, protect]).toEqual([name, /^storage-(runs|workers)-/.test(name)]);
  });

  test("doors, rules and subnets hold nothing and can be made again", () => {
    const types = ["PrivateEndpoint", "PrivateDnsZoneGroup", "NetworkSecurityGroup", "Subnet"];
    for (const type of types)
      for (const { name, protect } of prod.ofType(`network:${type}`))
        expect([name, protect]).toEqual([name, false]);
  });
});

describe("secrets of scenarios", () => {
  test("H-082 (part): they have a vault of their own, which exists only where they do", () => {
    const vaults = (plan: Planned) => plan.ofType("keyvault:Vault").map(({ name }) => name);
    expect(vaults(prod)).toEqual(["vault-platform"]);
    expect(vaults(withSecrets)).toEqual(["vault-platform", "vault-scenarios"]);
    expect(withSecrets.called("vault-scenarios-endpoint").parent).toBe(
      withSecrets.called("vault-scenarios").urn,
    );
  });

  test("H-082, X-07: the worker's rights on it are bound, and exist only with it", () => {
    const on = (plan: Planned) =>
      plan
        .ofType("authorization:RoleAssignment")
        .filter(({ name }) => name.endsWith("-scenario-vault"));
    expect(on(prod)).toEqual([]);
    const [officer, delegate] = on(withSecrets);
    expect(on(withSecrets)).toHaveLength(2);
    expect(officer?.inputs).not.toHaveProperty("condition");
    expect(delegate?.inputs).toMatchObject({
      conditionVersion: "2.0",
      condition: expect.stringMatching("4633458b-17de-408a-b874-0445c86b69e6"),
    });
  });
});
