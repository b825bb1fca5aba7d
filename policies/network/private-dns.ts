/** Without the entry the service's name still leads to its public door, which is shut. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { each, liesIn, ofTypes, refersTo } from "../stack-rule.ts";

const ZONES: Readonly<Record<string, string>> = {
  namespace: "privatelink.servicebus.windows.net",
  vault: "privatelink.vaultcore.azure.net",
  sqlServer: "privatelink.database.windows.net",
  blob: "privatelink.blob.core.windows.net",
  queue: "privatelink.queue.core.windows.net",
  table: "privatelink.table.core.windows.net",
  file: "privatelink.file.core.windows.net",
  registry: "privatelink.azurecr.io",
  sites: "privatelink.azurewebsites.net",
};

type Connection = { readonly groupIds?: readonly string[] };

const groupIdsOf = (endpoint: PolicyResource): readonly string[] => {
  const connections: readonly Connection[] = endpoint.props["privateLinkServiceConnections"] ?? [];
  return connections.flatMap(({ groupIds }) => groupIds ?? []);
};

export const privateDns = {
  name: "network-private-dns",
  displayName: "Private endpoints have their names",
  description:
    "Every private endpoint is entered into the private zone of its service, which is linked.",
  severity: "high",
  validateStack: ({ resources }, report) => {
    const groups = ofTypes(resources, "network:PrivateDnsZoneGroup");
    const links = ofTypes(resources, "privatedns:VirtualNetworkLink", "network:VirtualNetworkLink");
    const zones = ofTypes(resources, "privatedns:PrivateZone");
    each(ofTypes(resources, "network:PrivateEndpoint"), (endpoint) => {
      const own = groups.filter((group) => liesIn(group, endpoint, "privateEndpointName"));
      const entered = zones.filter((zone) =>
        own.some((group) => refersTo(group, "privateDnsZoneConfigs", zone)),
      );
      const wanted = groupIdsOf(endpoint).map((group) => ZONES[group]);
      const named = entered.filter((zone) =>
        wanted.includes(String(zone.props["privateZoneName"])),
      );
      if (named.length === 0) {
        report(
          `Enter it into the zone ${wanted.join(", ")}: its name leads to a shut door.`,
          endpoint.urn,
        );
        return;
      }
      if (!named.some((zone) => links.some((link) => liesIn(link, zone, "privateZoneName"))))
        report("Link its zone to the network: nobody there could ask for the name.", endpoint.urn);
    });
  },
} satisfies StackValidationPolicy;
