/** Keys of a namespace open every topic to whoever holds them, so no key may work at all. */
import { Namespace } from "@pulumi/azure-native/servicebus/index.js";
import { type ResourceValidationPolicy, validateResourceOfType } from "@pulumi/policy";

export const localAuthOff = {
  name: "service-bus-local-auth-off",
  displayName: "Service Bus local auth off (Azure.ServiceBus.DisableLocalAuth, CKV_AZURE_203)",
  description: "Service Bus accepts identities only, no shared access keys.",
  severity: "high",
  validateResource: validateResourceOfType(Namespace, (namespace, _args, reportViolation) => {
    if (namespace.disableLocalAuth === true) return;
    reportViolation(
      "Set disableLocalAuth to true: a shared access key reads and forges messages of every topic.",
    );
  }),
} satisfies ResourceValidationPolicy;
