/** Whether there is a way from a place to a service, and which: a private endpoint that its zone
 *  leads to and that the rules let through, or the public endpoint.
 *  W1. A private endpoint counts only with everything that makes it work: the right door, an
 *      entry in the right zone, the zone linked to the caller's network, and rules on both ends.
 *  W2. A caller inside a network takes the public way only if its subnet has a way out. */
import { isJsonObject, type Json, type PlannedResource } from "../planned-resource.ts";
import type { References } from "../references.ts";
import { stoppedBy } from "./guards.ts";
import { type Place, SUBNET } from "./origins.ts";
import { publicDoor, SERVICES, type Service, type ServiceKind } from "./services.ts";

export type Way = { readonly by: string } | { readonly blocked: string };

const ENDPOINT = "azure-native:network:PrivateEndpoint";
const ZONE = "azure-native:privatedns:PrivateZone";
const LINK = "azure-native:privatedns:VirtualNetworkLink";
const ZONE_GROUP = "azure-native:network:PrivateDnsZoneGroup";
const NETWORK = "azure-native:network:VirtualNetwork";
const PEERING = "azure-native:network:VirtualNetworkPeering";
const GUARD = "azure-native:network:NetworkSecurityGroup";
const NAT = "azure-native:network:NatGateway";
const FIREWALL = "azure-native:sql:FirewallRule";

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const networkOf = (references: References, subnet: PlannedResource): PlannedResource | undefined =>
  references
    .ofType(NETWORK)
    .find(({ inputs }) => inputs["virtualNetworkName"] === subnet.inputs["virtualNetworkName"]);

const guardOf = (references: References, subnet: PlannedResource): PlannedResource | null =>
  references.from(subnet, "networkSecurityGroup", GUARD)[0] ?? null;

/** The ranges that a caller may have, and the rules on its way out. */
function callerOf(references: References, place: Place) {
  switch (place.kind) {
    case "internet":
      return { ranges: [], guard: null };
    case "hub":
      return { ranges: place.addresses, guard: null };
    case "subnet":
      return {
        ranges: [text(place.subnet.inputs["addressPrefix"])],
        guard: guardOf(references, place.subnet),
      };
  }
}

const idIn = (resource: PlannedResource, property: string): string => {
  const value = resource.inputs[property];
  return isJsonObject(value) ? text(value["id"]) : "";
};

/** Whether a property that names a network means the caller's. */
function means(references: References, resource: PlannedResource, property: string, place: Place) {
  if (place.kind === "hub") return idIn(resource, property) === place.networkId;
  if (place.kind === "internet") return false;
  const network = networkOf(references, place.subnet);
  return references.from(resource, property, NETWORK).some((one) => one === network);
}

/** Both halves of the join: from the hub to us, and from us to the hub. */
function isJoined(references: References, place: Place, home: PlannedResource): boolean {
  if (place.kind === "subnet") return networkOf(references, place.subnet) === home;
  const halves = references.ofType(PEERING);
  const toHub = halves.some(
    (half) =>
      half.inputs["virtualNetworkName"] === home.inputs["virtualNetworkName"] &&
      means(references, half, "remoteVirtualNetwork", place),
  );
  const fromHub = halves.some((half) =>
    references.from(half, "remoteVirtualNetwork", NETWORK).includes(home),
  );
  return toHub && fromHub;
}

const endpointsTo = (
  references: References,
  target: PlannedResource,
  group: string,
): readonly PlannedResource[] =>
  references
    .ofType(ENDPOINT)
    .filter(
      (endpoint) =>
        references.from(endpoint, "privateLinkServiceConnections", target.type).includes(target) &&
        JSON.stringify(endpoint.inputs["privateLinkServiceConnections"]).includes(`"${group}"`),
    );

/** Why the name of the service does not lead the caller to the endpoint; null when it does. */
function lost(
  references: References,
  endpoint: PlannedResource,
  zoneName: string,
  place: Place,
): string | null {
  const entries = references
    .ofType(ZONE_GROUP)
    .filter(
      ({ inputs }) => inputs["privateEndpointName"] === endpoint.inputs["privateEndpointName"],
    );
  const zones = entries.flatMap((entry) => references.from(entry, "privateDnsZoneConfigs", ZONE));
  const zone = zones.find(({ inputs }) => inputs["privateZoneName"] === zoneName);
  if (zone === undefined) return `${endpoint.name} has no entry in ${zoneName}`;
  const linked = references
    .ofType(LINK)
    .some(
      (link) =>
        link.inputs["privateZoneName"] === zoneName &&
        means(references, link, "virtualNetwork", place),
    );
  return linked ? null : `${zoneName} is not linked to the caller's network`;
}

function throughEndpoint(
  references: References,
  place: Place,
  endpoint: PlannedResource,
  service: Service,
): Way {
  const zone = service.door?.zone ?? "";
  const [home] = references.from(endpoint, "subnet", SUBNET);
  const network = home === undefined ? undefined : networkOf(references, home);
  if (home === undefined || network === undefined)
    return { blocked: `${endpoint.name} is in no subnet of the plan` };
  if (!isJoined(references, place, network))
    return { blocked: `the caller's network is not joined with that of ${endpoint.name}` };
  const unknown = lost(references, endpoint, zone, place);
  if (unknown !== null) return { blocked: unknown };
  const { ranges, guard } = callerOf(references, place);
  const to = text(home.inputs["addressPrefix"]);
  for (const from of ranges) {
    const flow = { from, to, port: service.port };
    const stop =
      stoppedBy(guard, "Outbound", flow) ?? stoppedBy(guardOf(references, home), "Inbound", flow);
    if (stop !== null) return { blocked: `${stop} stops port ${service.port}` };
  }
  return { by: `private endpoint ${endpoint.name}, zone ${zone}` };
}

/** How a caller leaves its own network for a public address, by all of the ports. */
export function wayOut(
  references: References,
  place: Place,
  tags: readonly string[],
  ports: readonly number[],
): Way {
  if (place.kind !== "subnet") return { by: "directly" };
  const { ranges, guard } = callerOf(references, place);
  const [from = ""] = ranges;
  for (const port of ports) {
    const stop = stoppedBy(guard, "Outbound", { from, to: tags, port });
    if (stop !== null) return { blocked: `${stop} stops port ${port}` };
  }
  const [gateway] = references.from(place.subnet, "natGateway", NAT);
  if (gateway !== undefined) return { by: `through ${gateway.name}` };
  return place.subnet.inputs["defaultOutboundAccess"] === false
    ? { blocked: `${place.subnet.name} has no way out` }
    : { by: "by Azure's default way out" };
}

/** SQL answers nobody without a rule, even at an open public door. */
const isLetIn = (references: References, target: PlannedResource): boolean =>
  target.type !== "azure-native:sql:Server" ||
  references
    .ofType(FIREWALL)
    .some(({ inputs }) => inputs["serverName"] === target.inputs["serverName"]);

function overPublic(
  references: References,
  place: Place,
  target: PlannedResource,
  kind: ServiceKind,
): Way {
  const service = SERVICES[kind];
  const door = publicDoor(target, kind);
  if (door === "shut") return { blocked: `${target.name} is shut to the public` };
  if (door === "listed") return { blocked: `${target.name} lets in listed addresses only` };
  if (!isLetIn(references, target))
    return { blocked: `no firewall rule of ${target.name} lets anybody in` };
  const out = wayOut(references, place, service.tags, [service.port]);
  return "blocked" in out ? out : { by: `public endpoint, ${out.by}` };
}

export function wayTo(
  references: References,
  place: Place,
  target: PlannedResource,
  kind: ServiceKind,
): Way {
  const service = SERVICES[kind];
  const endpoints =
    service.door === null || place.kind === "internet"
      ? []
      : endpointsTo(references, target, service.door.group);
  const inside = endpoints.map((one) => throughEndpoint(references, place, one, service));
  const found = inside.find((way) => "by" in way);
  if (found !== undefined) return found;
  const outside = overPublic(references, place, target, kind);
  if ("by" in outside) return outside;
  return inside[0] ?? { blocked: `${outside.blocked}, and there is no private endpoint` };
}
