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

/** What to do about one endpoint; null when its names are in order. */
function remedy(endpoint: PolicyResource, resources: readonly PolicyResource[]): string | null {
  const own = ofTypes(resources, "network:PrivateDnsZoneGroup").filter((group) =>
    liesIn(group, endpoint, "privateEndpointName"),
  );
  const entered = ofTypes(resources, "privatedns:PrivateZone").filter((zone) =>
    own.some((group) => refersTo(group, "privateDnsZoneConfigs", zone)),
  );
  const links = ofTypes(resources, "privatedns:VirtualNetworkLink");
  const parts = groupIdsOf(endpoint);
  if (parts.length === 0) return "Say to which part of its service it leads: it has no name yet.";
  for (const part of parts) {
    const wanted = ZONES[part];
    if (wanted === undefined) return `Tell this rule the private zone of ${part}: it knows none.`;
    const zone = entered.find(({ props }) => props["privateZoneName"] === wanted);
    if (zone === undefined)
      return `Enter it into the zone ${wanted}: its name leads to a shut door.`;
    if (!links.some((link) => liesIn(link, zone, "privateZoneName")))
      return "Link its zone to the network: nobody there could ask for the name.";
  }
  return null;
}

export const privateDns = {
  name: "network-private-dns",
  displayName: "Private endpoints have their names",
  description:
    "Every private endpoint is entered into the private zone of its service, which is linked.",
  severity: "high",
  validateStack: ({ resources }, report) => {
    each(ofTypes(resources, "network:PrivateEndpoint"), (endpoint) => {
      const message = remedy(endpoint, resources);
      if (message !== null) report(message, endpoint.urn);
    });
  },
} satisfies StackValidationPolicy;
