/** A small private estate through the real program runner; then one piece of it is taken away at
 *  a time, and whoever lost its way must be named. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { JsonObject, PlannedResource } from "../../infra/preview/planned-resource.ts";
import { runProgram } from "../../infra/preview/program.ts";
import { covers } from "../../infra/preview/reach/addresses.ts";
import { stoppedBy } from "../../infra/preview/reach/guards.ts";
import { type ReachRow, reachOf } from "../../infra/preview/reach/reach.ts";
import { planned } from "./planned.ts";

const RUN_MS_MAX = 240_000;
const HUB = {
  kind: "hub",
  networkId:
    "/subscriptions/h/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/the-hub",
  addresses: ["10.250.0.0/16"],
} as const;

let estate: readonly PlannedResource[];

beforeAll(async () => {
  const run = await runProgram({
    root: path.resolve(import.meta.dirname, "../.."),
    name: "test",
    project: "drover",
    main: fileURLToPath(new URL("./programs/private-estate.ts", import.meta.url)),
    config: {},
    secretKeys: [],
    policies: {},
  });
  if (!run.ok) throw new Error(run.error);
  estate = run.value.resources;
}, RUN_MS_MAX);

const rowsOf = (resources: readonly PlannedResource[]): readonly ReachRow[] =>
  reachOf(resources, { workers: ["cloud"], hub: HUB });

const rowIn = (resources: readonly PlannedResource[], from: string, to: string) =>
  rowsOf(resources).find((row) => row.from === from && row.to === to);

const without = (...names: readonly string[]): readonly PlannedResource[] =>
  estate.filter(({ name }) => !names.includes(name));

const changed = (name: string, inputs: JsonObject): readonly PlannedResource[] =>
  estate.map((resource) =>
    resource.name === name ? { ...resource, inputs: { ...resource.inputs, ...inputs } } : resource,
  );

describe("a private estate that is whole", () => {
  test("M-122 (part): a component reaches the bus by its private endpoint and zone", () => {
    expect(rowIn(estate, "orchestrator", "Service Bus")).toEqual({
      from: "orchestrator",
      shipped: true,
      place: "apps",
      to: "Service Bus",
      target: expect.stringMatching(/::bus$/),
      state: "reachable",
      how: "private endpoint bus-door, zone privatelink.servicebus.windows.net",
    });
  });

  test("X-33 (part): deployments and people come from the hub, by the site's own endpoint", () => {
    const how = "private endpoint site-door, zone privatelink.azurewebsites.net";
    const way = { state: "reachable", how };
    expect(rowIn(estate, "deployment", "code of admin-api")).toMatchObject(way);
    expect(rowIn(estate, "people", "API and dashboard")).toMatchObject(way);
  });

  test("a component without code is one of which the plan says so, with the reason", () => {
    const waits = planned("drover:code:NotYetShipped", "orchestrator", { reason: "Not yet." });
    expect(rowIn([...estate, waits], "orchestrator", "Service Bus")).toMatchObject({
      shipped: false,
      why: "Not yet.",
    });
    expect(rowIn([...estate, waits], "scheduler", "Service Bus")).not.toHaveProperty("why");
  });

  test("what rules name by a tag is reached through the gateway", () => {
    expect(rowIn(estate, "orchestrator", "Entra")).toMatchObject({
      state: "reachable",
      how: "through way-out",
    });
  });

  test("what code needs and nobody plans is out of its reach", () => {
    expect(rowIn(estate, "orchestrator", "SQL database")).toMatchObject({
      state: "unreachable",
      how: "the program does not build it",
    });
    expect(rowIn(estate, "scheduler", "Service Bus")).toMatchObject({
      state: "unreachable",
      how: "it runs nowhere in the program",
    });
  });

  test("what a component without code needs and nobody plans comes with its code", () => {
    const waits = planned("drover:code:NotYetShipped", "orchestrator", { reason: "Not yet." });
    expect(rowIn([...estate, waits], "orchestrator", "SQL database")).toMatchObject({
      state: "not in the program yet",
      how: "it comes with its code",
    });
  });
});

describe("a component does not reach the bus", () => {
  const blocked = (resources: readonly PlannedResource[]) =>
    rowIn(resources, "orchestrator", "Service Bus");

  test.each([
    ["without an endpoint", "bus-door", /bus is shut to the public, and there is no private end/],
    ["without an entry in the zone", "bus-entry", /bus-door has no entry in privatelink\.serv/],
    ["without a zone", "bus-zone", /bus-door has no entry in/],
    ["without a link to its network", "bus-link-own", /is not linked to the caller's network/],
  ])("%s", (_why, name, how) => {
    expect(blocked(without(name))).toMatchObject({
      state: "unreachable",
      how: expect.stringMatching(how),
    });
  });

  test("when the endpoint opens another door", () => {
    const other = changed("bus-door", {
      privateLinkServiceConnections: [{ name: "bus", groupIds: ["blob"] }],
    });
    expect(blocked(other)?.state).toBe("unreachable");
  });

  test("when it runs outside the network", () => {
    const site = estate.map((resource) =>
      resource.name === "admin-api" ? { ...resource, propertyDependencies: {} } : resource,
    );
    expect(blocked(site)).toMatchObject({
      state: "unreachable",
      how: expect.stringMatching(/^bus is shut to the public/),
    });
  });

  test.each([
    ["on its own side", "apps-guard", "Outbound"],
    ["on the endpoint's side", "doors-guard", "Inbound"],
  ])("when rules %s stop it", (_where, name, direction) => {
    const rules = [
      {
        name: "nothing",
        direction,
        access: "Deny",
        priority: 1,
        protocol: "*",
        sourceAddressPrefix: "*",
        destinationAddressPrefix: "VirtualNetwork",
        destinationPortRange: "*",
      },
    ];
    expect(blocked(changed(name, { securityRules: rules }))).toMatchObject({
      state: "unreachable",
      how: `nothing of ${name} stops port 5671`,
    });
  });
});

describe("nobody outside comes in", () => {
  test.each(["to-hub", "from-hub", "site-link-hub", "site-door"])("without %s", (name) => {
    expect(rowIn(without(name), "deployment", "code of admin-api")?.state).toBe("unreachable");
    expect(rowIn(without(name), "people", "API and dashboard")?.state).toBe("unreachable");
  });

  test("where the hub's addresses are on no list", () => {
    const hub = { ...HUB, addresses: ["10.250.0.0/16", "192.168.0.0/24"] };
    const rows = reachOf(estate, { workers: ["cloud"], hub });
    expect(rows.find(({ from }) => from === "people")?.how).toMatch(/deny-in of doors-guard/);
  });
});

describe("a way out", () => {
  test("is none without a gateway, where the subnet has no default one", () => {
    expect(rowIn(without("way-out"), "orchestrator", "Entra")).toMatchObject({
      state: "unreachable",
      how: "apps has no way out",
    });
  });

  test("is none where the rules do not name what lies there", () => {
    const open = changed("bus", { publicNetworkAccess: "Enabled" });
    const lost = open.filter(({ name }) => name !== "bus-door");
    expect(rowIn(lost, "orchestrator", "Service Bus")?.how).toMatch(/^deny-out of apps-guard/);
  });
});

describe("an estate without a network", () => {
  const identity = planned("azure-native:managedidentity:UserAssignedIdentity", "orchestrator", {
    resourceGroupName: "rg",
    resourceName: "id",
  });
  const site = planned(
    "azure-native:web:WebApp",
    "admin-api",
    { siteConfig: { ipSecurityRestrictionsDefaultAction: "Deny", ipSecurityRestrictions: [] } },
    { propertyDependencies: { identity: [identity.urn] } },
  );
  const server = planned("azure-native:sql:Server", "sql", {
    serverName: "s",
    publicNetworkAccess: "Enabled",
  });
  const rule = planned("azure-native:sql:FirewallRule", "azure", { serverName: "s" });
  const row = (from: string, to: string, ...resources: readonly PlannedResource[]) =>
    reachOf(resources, { workers: [], hub: null }).find(
      (one) => one.from === from && one.to === to,
    );

  test("reaches open services directly, a database only past its firewall", () => {
    expect(row("orchestrator", "SQL database", identity, site, server, rule)).toMatchObject({
      state: "reachable",
      how: "public endpoint, directly",
    });
    expect(row("orchestrator", "SQL database", identity, site, server)?.how).toMatch(
      /^no firewall rule of sql lets anybody in/,
    );
  });

  test("serves people only if somebody is on its list, and takes code from anywhere", () => {
    expect(row("people", "API and dashboard", identity, site)?.state).toBe("unreachable");
    const listed = {
      ...site,
      inputs: {
        siteConfig: {
          ipSecurityRestrictionsDefaultAction: "Deny",
          ipSecurityRestrictions: [{ ipAddress: "203.0.113.0/24" }],
        },
      },
    };
    expect(row("people", "API and dashboard", identity, listed)?.how).toBe(
      "public endpoint, from listed addresses",
    );
    expect(row("deployment", "code of admin-api", identity, listed)?.state).toBe("reachable");
  });

  test("builds images only in a registry that is open, or by a pool inside its network", () => {
    const image = planned("drover-code:index:Image", "worker");
    const registry = (access: string) =>
      planned("azure-native:containerregistry:Registry", "images", {
        publicNetworkAccess: access,
      });
    expect(row("deployment", "images", image, registry("Enabled"))?.state).toBe("reachable");
    expect(row("deployment", "images", image, registry("Disabled"))?.how).toMatch(
      /no build runs inside its network/,
    );
  });
});

describe("rules of a guard", () => {
  const guard = (...rules: readonly JsonObject[]) =>
    planned("azure-native:network:NetworkSecurityGroup", "guard", { securityRules: rules });
  const rule = {
    name: "r",
    direction: "Outbound",
    access: "Deny",
    priority: 200,
    protocol: "Tcp",
    sourceAddressPrefix: "*",
    destinationAddressPrefix: "*",
    destinationPortRange: "*",
  };
  const flow = { from: "10.0.1.0/24", to: "10.0.10.0/24", port: 443 };

  test("without a guard, or without a rule that fits, traffic inside flows", () => {
    expect(stoppedBy(null, "Outbound", flow)).toBeNull();
    expect(stoppedBy(guard(), "Outbound", flow)).toBeNull();
    expect(stoppedBy(guard(rule), "Inbound", flow)).toBeNull();
  });

  test("the lowest priority decides, whatever the order in the list", () => {
    const allow = { ...rule, name: "a", access: "Allow", priority: 100 };
    expect(stoppedBy(guard(rule, allow), "Outbound", flow)).toBeNull();
    expect(stoppedBy(guard({ ...allow, priority: 300 }, rule), "Outbound", flow)).toMatch(/^r of/);
  });

  test("a rule for a part of the caller's addresses does not let the caller through", () => {
    const part = { ...rule, access: "Allow", priority: 1, sourceAddressPrefix: "10.0.1.0/25" };
    expect(stoppedBy(guard(part, rule), "Outbound", flow)).toMatch(/^r of/);
  });

  test("rules that are not known yet stop everything", () => {
    const unknown = planned("azure-native:network:NetworkSecurityGroup", "guard", {
      securityRules: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    });
    expect(stoppedBy(unknown, "Outbound", flow)).toMatch(/cannot be read/);
  });

  test.each([
    ["10.0.0.0/16", "10.0.255.0/24", true],
    ["10.0.1.0/24", "10.0.1.7", true],
    ["10.0.1.0/24", "10.0.0.0/16", false],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["Internet", "10.0.0.1", false],
  ])("%s covers %s: %s", (outer, inner, expected) => {
    expect(covers(outer, inner)).toBe(expected);
  });
});
