import { describe, expect, test } from "@jest/globals";
import { hubParts, peeringOfEstate, peeringOfHub } from "../../infra/network/hub-settings.ts";
import { type SecurityRule, securityRules } from "../../infra/network/security-rules.ts";
import {
  delegationsOf,
  planSubnets,
  type Subnet,
  type SubnetName,
  subnetOf,
} from "../../infra/network/subnets.ts";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { HUB } from "./ground-config.ts";

const SUBNETS = planSubnets("10.0.0.0/16");
const ENDPOINTS = "10.0.10.0/24";
const CALLERS = ["10.0.0.0/16", "10.250.0.0/16"];

const subnet = (name: SubnetName): Subnet => {
  const found = SUBNETS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no subnet ${name}`);
  return found;
};

const rulesOf = (one: Subnet): readonly SecurityRule[] =>
  securityRules(one, { endpoints: ENDPOINTS, callers: CALLERS });

const allowed = (one: Subnet, direction: SecurityRule["direction"]): readonly SecurityRule[] =>
  rulesOf(one).filter((rule) => rule.direction === direction && rule.access === "Allow");

const components = Object.keys(COMPONENTS) as readonly ComponentName[];

/** First and last address of a range, as numbers. */
function bounds(range: string): readonly [number, number] {
  const [address = "", bits = "32"] = range.split("/");
  const first = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  return [first, first + 2 ** (32 - Number(bits)) - 1];
}

describe("subnets", () => {
  test("M-122: the seed's subnets lie where the seed puts them", () => {
    const addresses = Object.fromEntries(SUBNETS.map((one) => [one.name, one.addresses]));
    expect(addresses).toMatchObject({
      scheduler: "10.0.1.0/24",
      orchestrator: "10.0.2.0/24",
      "admin-api": "10.0.3.0/24",
      "cloud-worker": "10.0.4.0/23",
      "private-endpoints": ENDPOINTS,
    });
  });

  test("M-122: no two overlap, and all lie in the estate's range, wherever that is", () => {
    const [low, high] = bounds("10.77.0.0/16");
    const ranges = planSubnets("10.77.0.0/16").map(({ addresses }) => bounds(addresses));
    const sorted = ranges.toSorted(([a], [b]) => a - b);
    for (const [first, last] of sorted) {
      expect(first).toBeGreaterThanOrEqual(low);
      expect(last).toBeLessThanOrEqual(high);
    }
    sorted.slice(1).forEach(([first], index) => {
      expect(first).toBeGreaterThan(sorted[index]?.[1] ?? Number.POSITIVE_INFINITY);
    });
  });

  test("M-123, X-32: function apps and environments are delegated as Azure demands", () => {
    for (const one of SUBNETS) {
      const [delegation] = delegationsOf(one);
      if (one.kind === "flex" || one.kind === "environment")
        expect(delegation?.serviceName).toBe("Microsoft.App/environments");
      expect(one.name).not.toMatch("_");
    }
    expect(delegationsOf(subnet("private-endpoints"))).toEqual([]);
    expect(delegationsOf(subnet("containers"))[0]?.serviceName).toBe(
      "Microsoft.ContainerInstance/containerGroups",
    );
  });

  test("X-32: no function app shares a subnet with an environment", () => {
    for (const component of components) {
      const { kind } = subnet(subnetOf(component));
      const expected = {
        "function-app": "flex",
        "container-app": "environment",
        "container-job": "environment",
        "container-group": "groups",
      } as const;
      expect([component, kind]).toEqual([component, expected[COMPONENTS[component].kind]]);
    }
  });

  test("agents, which run what a language model proposes, share a subnet with nobody", () => {
    expect(components.filter((name) => subnetOf(name) === "agents")).toEqual(["agent"]);
  });
});

describe("what flows", () => {
  test.each(SUBNETS.map((one) => [one.name, one] as const))(
    "%s: what no line allows is denied, both ways, before Azure's own rules",
    (_name, one) => {
      for (const direction of ["Inbound", "Outbound"] as const) {
        const last = rulesOf(one)
          .filter((rule) => rule.direction === direction)
          .toSorted((a, b) => b.priority - a.priority)[0];
        expect(last).toMatchObject({
          access: "Deny",
          priority: 4096,
          protocol: "*",
          sourceAddressPrefix: "*",
          destinationAddressPrefix: "*",
          destinationPortRange: "*",
        });
      }
      const keys = rulesOf(one).map(({ direction, priority }) => `${direction} ${priority}`);
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  test.each(SUBNETS.map((one) => [one.name, one] as const))(
    "%s: nobody on the Internet, and no other subnet, can call in",
    (name, one) => {
      const sources = allowed(one, "Inbound").flatMap((rule) => [
        ...(rule.sourceAddressPrefixes ?? []),
        ...(rule.sourceAddressPrefix === undefined ? [] : [rule.sourceAddressPrefix]),
      ]);
      const own = [one.addresses, "AzureLoadBalancer"];
      const permitted = name === "private-endpoints" ? CALLERS : own;
      for (const source of sources) expect(permitted).toContain(source);
    },
  );

  test.each(SUBNETS.map((one) => [one.name, one] as const))(
    "%s: it reaches private endpoints, Azure's own services, and no other subnet",
    (name, one) => {
      const tags = new Set(allowed(one, "Outbound").map((rule) => rule.destinationAddressPrefix));
      for (const to of tags) if (to.includes("/")) expect([ENDPOINTS, one.addresses]).toContain(to);
      if (name === "private-endpoints") expect(tags.size).toBe(0);
      else expect(tags).toContain(ENDPOINTS);
    },
  );

  test("the Internet is open to those who need it, on the ports they need", () => {
    const open = SUBNETS.flatMap((one) =>
      allowed(one, "Outbound")
        .filter((rule) => rule.destinationAddressPrefix === "Internet")
        .map((rule) => [one.name, rule.destinationPortRanges] as const),
    );
    expect(Object.fromEntries(open)).toEqual({
      scheduler: ["443", "1433", "5558", "11000-11999"],
      "admin-api": ["443", "1433", "5558", "11000-11999"],
      "cloud-worker": ["443"],
      agents: ["443"],
      containers: ["443"],
      builds: ["443"],
    });
  });

  test("services behind endpoints take HTTPS, SQL and the bus, and nothing else", () => {
    const [rule] = allowed(subnet("private-endpoints"), "Inbound");
    expect(rule?.destinationPortRanges).toEqual(["443", "1433", "5671", "5672"]);
  });
});

describe("the hub", () => {
  test("its half of the join is made where it is", () => {
    expect(hubParts(HUB.virtualNetworkId)).toEqual({
      subscriptionId: "33333333-3333-4333-8333-333333333333",
      resourceGroupName: "hub",
      virtualNetworkName: "hub",
    });
  });

  test.each([true, false])("nothing from a third network passes (gateway: %p)", (gateway) => {
    const [own, theirs] = [peeringOfEstate(gateway), peeringOfHub(gateway)];
    expect([own.allowForwardedTraffic, theirs.allowForwardedTraffic]).toEqual([false, false]);
    expect([own.allowGatewayTransit, theirs.useRemoteGateways]).toEqual([false, false]);
  });

  test("X-33 (part): people come in through the hub's gateway where it has one", () => {
    expect(peeringOfEstate(true).useRemoteGateways && peeringOfHub(true).allowGatewayTransit).toBe(
      true,
    );
    expect(peeringOfEstate(false).useRemoteGateways).toBe(false);
  });
});
