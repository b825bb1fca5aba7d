/** By default Azure lets traffic to endpoints past the group, and the rules written there mean
 *  nothing. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { isWord } from "../resource-rule.ts";
import { each, ofTypes, refersTo } from "../stack-rule.ts";

const OBEYED = ["Enabled", "NetworkSecurityGroupEnabled"] as const;

export const endpointsGuarded = {
  name: "network-endpoints-guarded",
  displayName: "Private endpoints obey the security group",
  description: "A subnet of private endpoints applies its security group to them.",
  severity: "high",
  validateStack: ({ resources }, report) => {
    const endpoints = ofTypes(resources, "network:PrivateEndpoint");
    each(ofTypes(resources, "network:Subnet"), (subnet) => {
      if (!endpoints.some((endpoint) => refersTo(endpoint, "subnet", subnet))) return;
      if (OBEYED.some((word) => isWord(subnet.props["privateEndpointNetworkPolicies"], word)))
        return;
      report(
        'Set privateEndpointNetworkPolicies to "Enabled": its group is passed over otherwise.',
        subnet.urn,
      );
    });
  },
} satisfies StackValidationPolicy;
