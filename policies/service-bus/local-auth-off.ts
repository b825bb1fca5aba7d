/** Keys of a namespace open every topic to whoever holds them, so no key may work at all. */
import type { NamespaceArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const localAuthOff = {
  name: "service-bus-local-auth-off",
  displayName: "Service Bus local auth off",
  description: "Service Bus accepts identities only, no shared access keys.",
  severity: "high",
  tags: ["Azure.ServiceBus.DisableLocalAuth", "CKV_AZURE_203"],
  validateResource: onType<NamespaceArgs>(
    "servicebus:Namespace",
    ({ disableLocalAuth }, report) => {
      if (disableLocalAuth === true) return;
      report("Set disableLocalAuth to true: a shared key reads and forges every topic's messages.");
    },
  ),
} satisfies ResourceValidationPolicy;
