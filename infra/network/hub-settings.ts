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

/** Neither side passes on what a third network sends. */
const PEERING = { allowVirtualNetworkAccess: true, allowForwardedTraffic: false } as const;

/** The estate's half. It uses the hub's gateway only where the stack says that there is one:
 *  Azure refuses to use one that is not there. */
export const peeringOfEstate = (gateway: boolean) => ({
  ...PEERING,
  allowGatewayTransit: false,
  useRemoteGateways: gateway,
});

/** The hub's half. It never leaves by the estate's way out. */
export const peeringOfHub = (gateway: boolean) => ({
  ...PEERING,
  allowGatewayTransit: gateway,
  useRemoteGateways: false,
});
