/** That address belongs to nobody, is on nobody's list and can change. */
import type { SubnetArgs } from "@pulumi/azure-native/network/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const subnetPrivate = {
  name: "network-subnet-private",
  displayName: "Subnets are private",
  description: "No subnet has the outbound address that Azure gives by itself.",
  severity: "high",
  tags: ["Azure.VNET.PrivateSubnet"],
  validateResource: onType<SubnetArgs>("network:Subnet", ({ defaultOutboundAccess }, report) => {
    if (defaultOutboundAccess === false) return;
    report("Set defaultOutboundAccess to false: leave by a gateway whose address others can know.");
  }),
} satisfies ResourceValidationPolicy;
