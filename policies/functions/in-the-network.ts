/** Outside the network none of the private endpoints could be reached. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onType } from "../resource-rule.ts";

export const functionInNetwork = {
  name: "functions-in-the-network",
  displayName: "Functions call from inside the network",
  description: "In a private stack every function app is joined to a subnet.",
  severity: "high",
  validateResource: onType<WebAppArgs>("web:WebApp", (props, report) => {
    if (isSet(props, "virtualNetworkSubnetId")) return;
    report("Set virtualNetworkSubnetId: outside the network no private endpoint can be reached.");
  }),
} satisfies ResourceValidationPolicy;
