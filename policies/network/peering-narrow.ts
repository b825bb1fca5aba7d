/** The hub is a way in for people and deployments, not a way through for others. */
import type { VirtualNetworkPeeringArgs } from "@pulumi/azure-native/network/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const peeringNarrow = {
  name: "network-peering-narrow",
  displayName: "Peerings pass nothing on",
  description: "A peering passes on nothing that a third network sends.",
  severity: "high",
  validateResource: onType<VirtualNetworkPeeringArgs>(
    "network:VirtualNetworkPeering",
    ({ allowForwardedTraffic }, report) => {
      if (allowForwardedTraffic === false) return;
      report("Set allowForwardedTraffic to false: a third network would come in through the hub.");
    },
  ),
} satisfies ResourceValidationPolicy;
