/** Names of private endpoints: for each kind of service the one zone in which Azure looks. */
import { describe, expect, test } from "@jest/globals";
import { privateDns } from "../../policies/network/private-dns.ts";
import { type Given, stackViolations } from "./judge.ts";

const ZONES = {
  namespace: "privatelink.servicebus.windows.net",
  vault: "privatelink.vaultcore.azure.net",
  sqlServer: "privatelink.database.windows.net",
  blob: "privatelink.blob.core.windows.net",
  queue: "privatelink.queue.core.windows.net",
  table: "privatelink.table.core.windows.net",
  file: "privatelink.file.core.windows.net",
  registry: "privatelink.azurecr.io",
  sites: "privatelink.azurewebsites.net",
} as const;

const azure = (type: string, name: string, props: Given["props"]): Given => ({
  type: `azure-native:${type}`,
  name,
  props,
});

const endpoint = (...groupIds: readonly string[]): Given =>
  azure("network:PrivateEndpoint", "door", {
    privateEndpointName: "pe-x",
    privateLinkServiceConnections: [{ groupIds }],
  });
const zone = (name: string): Given =>
  azure("privatedns:PrivateZone", `zone-${name}`, { privateZoneName: name });
const link = (name: string): Given =>
  azure("privatedns:VirtualNetworkLink", `link-${name}`, { privateZoneName: name });
const entry = (of: string, ...zones: readonly string[]): Given =>
  azure("network:PrivateDnsZoneGroup", "entry", {
    privateEndpointName: of,
    privateDnsZoneConfigs: zones.map((name) => ({
      privateDnsZoneId: `/subscriptions/s/providers/Microsoft.Network/privateDnsZones/${name}`,
    })),
  });

const judged = (...givens: readonly Given[]) => stackViolations(privateDns, givens);

describe.each(Object.entries(ZONES))("M-125 (part): an endpoint of %s", (group, name) => {
  test("is at home in its own zone", async () => {
    expect(await judged(endpoint(group), zone(name), link(name), entry("pe-x", name))).toEqual([]);
  });

  test("is told that zone when it is in none, or in that of another service", async () => {
    const other = group === "vault" ? ZONES.blob : ZONES.vault;
    const told = [`door: Enter it into the zone ${name}: its name leads to a shut door.`];
    expect(await judged(endpoint(group), zone(name), link(name))).toEqual(told);
    expect(await judged(endpoint(group), zone(other), link(other), entry("pe-x", other))).toEqual(
      told,
    );
  });
});

describe("an endpoint", () => {
  const { blob, table, vault } = ZONES;

  test("of two parts is entered into both zones", async () => {
    const both = [zone(blob), link(blob), zone(table), link(table)];
    expect(await judged(endpoint("blob", "table"), ...both, entry("pe-x", blob, table))).toEqual(
      [],
    );
    expect(await judged(endpoint("blob", "table"), ...both, entry("pe-x", blob))).toEqual([
      `door: Enter it into the zone ${table}: its name leads to a shut door.`,
    ]);
  });

  test("does not live by the entry of another endpoint", async () => {
    const [message] = await judged(
      endpoint("vault"),
      zone(vault),
      link(vault),
      entry("pe-y", vault),
    );
    expect(message).toMatch(/Enter it into the zone/);
  });

  test("is not found in a zone that no network is linked to", async () => {
    const unlinked = [endpoint("vault"), zone(vault), entry("pe-x", vault)];
    const told = ["door: Link its zone to the network: nobody there could ask for the name."];
    expect(await judged(...unlinked)).toEqual(told);
    expect(await judged(...unlinked, link(blob))).toEqual(told);
  });

  test("of a service that the rule does not know is not passed over", async () => {
    expect(await judged(endpoint("unheard-of"))).toEqual([
      "door: Tell this rule the private zone of unheard-of: it knows none.",
    ]);
  });

  test("that leads nowhere is not passed over", async () => {
    const told = ["door: Say to which part of its service it leads: it has no name yet."];
    expect(await judged(endpoint())).toEqual(told);
    const bare = azure("network:PrivateEndpoint", "door", { privateEndpointName: "pe-x" });
    expect(await judged(bare)).toEqual(told);
    const untold = { ...bare, props: { ...bare.props, privateLinkServiceConnections: [{}] } };
    expect(await judged(untold)).toEqual(told);
  });
});
