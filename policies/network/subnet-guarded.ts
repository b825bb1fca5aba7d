/** Without one everything in the network reaches everything; a subnet inside its network escapes
 *  these rules. */
import type { VirtualNetworkArgs } from "@pulumi/azure-native/network/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onTypes } from "../resource-rule.ts";

export const subnetGuarded = {
  name: "network-subnet-guarded",
  displayName: "Subnets have a security group",
  description: "Every subnet has a network security group, and is a resource of its own.",
  severity: "critical",
  tags: ["Azure.VNET.UseNSGs", "CKV2_AZURE_31"],
  validateResource: onTypes<VirtualNetworkArgs>(
    ["network:Subnet", "network:VirtualNetwork"],
    (props, report, args) => {
      if (args.type.endsWith(":Subnet") && !isSet(props, "networkSecurityGroup"))
        report("Set networkSecurityGroup: without one every machine reaches every other.");
      if (args.type.endsWith(":VirtualNetwork") && (props.subnets ?? []).length > 0)
        report("Make each subnet a resource of its own: here no rule looks at it.");
    },
  ),
} satisfies ResourceValidationPolicy;
