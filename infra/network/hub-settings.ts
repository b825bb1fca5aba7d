/** How an estate and its hub are joined: people and deployments come in, nothing goes through.
 *  Pure. */

export type HubParts = {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly virtualNetworkName: string;
};

/** The parts of a virtual network's id; the config has checked that it is one. */
export function hubParts(virtualNetworkId: string): HubParts {
  const [, , subscriptionId = "", , resourceGroupName = "", , , , virtualNetworkName = ""] =
    virtualNetworkId.split("/");
  return { subscriptionId, resourceGroupName, virtualNetworkName };
}

export const PEERING = {
  allowVirtualNetworkAccess: true,
  // Neither side lends the other its way out, or passes on what a third network sends.
  allowForwardedTraffic: false,
  allowGatewayTransit: false,
  useRemoteGateways: false,
} as const;

/** From the hub's side: its gateway may carry people who come in over a VPN. */
export const PEERING_OF_HUB = { ...PEERING, allowGatewayTransit: true } as const;
