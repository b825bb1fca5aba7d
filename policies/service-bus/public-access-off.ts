/** A private stack has no door to the Internet. A public one (network: public) switches this rule
 *  off in its policies/<stack>.json, where a reviewer sees it. */
import type { NamespaceArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const publicAccessOff = {
  name: "service-bus-public-access-off",
  displayName: "Service Bus public access off",
  description: "In a private stack Service Bus is reachable only through private endpoints.",
  severity: "high",
  tags: ["CKV_AZURE_204"],
  validateResource: onType<NamespaceArgs>(
    "servicebus:Namespace",
    ({ publicNetworkAccess }, report) => {
      if (isWord(publicNetworkAccess, "Disabled")) return;
      report(
        'Set publicNetworkAccess to "Disabled": ' +
          "a private endpoint beside an open public one protects nothing.",
      );
    },
  ),
} satisfies ResourceValidationPolicy;
