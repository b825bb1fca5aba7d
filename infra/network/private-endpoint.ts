/** A service's private endpoint and its entry in DNS. In a public estate there is none: the
 *  caller need not ask which kind it is in. */
import {
  PrivateEndpoint as Endpoint,
  PrivateDnsZoneGroup,
} from "@pulumi/azure-native/network/index.js";
import type * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import type { Network } from "./network.ts";
import type { PrivateService } from "./services.ts";

export type PrivateEndpointArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly service: PrivateService;
  /** What the endpoint leads to; it belongs to it and goes with it. */
  readonly target: pulumi.CustomResource;
};

/** Null in a public estate. What uses the service waits for what is returned: before it exists,
 *  the service's name leads to a door that is shut. */
export function privateEndpoint(name: string, args: PrivateEndpointArgs): pulumi.Resource | null {
  const { estate, network, service, target } = args;
  if (network.inside === null) return null;
  const { place } = estate;
  const privateEndpointName = estate.name("privateEndpoint", name);
  const endpoint = new Endpoint(
    `${name}-endpoint`,
    {
      ...place,
      privateEndpointName,
      subnet: { id: network.inside.endpointsSubnetId },
      privateLinkServiceConnections: [
        { name: service, privateLinkServiceId: target.id, groupIds: [service] },
      ],
    },
    // It holds nothing: it can be made again, unlike what it leads to.
    { parent: target, protect: false },
  );
  const zone = network.inside.zones[service];
  return new PrivateDnsZoneGroup(
    `${name}-dns`,
    {
      resourceGroupName: place.resourceGroupName,
      privateEndpointName,
      privateDnsZoneGroupName: "default",
      privateDnsZoneConfigs: [{ name: service, privateDnsZoneId: zone.id }],
    },
    { parent: endpoint, protect: false, dependsOn: [endpoint, ...zone.links] },
  );
}
