/** A private stack has no door to the Internet. A public one (network: public) switches this rule
 *  off in its policies/<stack>.json, where a reviewer sees it. */
import { Namespace } from "@pulumi/azure-native/servicebus/index.js";
import { type ResourceValidationPolicy, validateResourceOfType } from "@pulumi/policy";

export const publicAccessOff = {
  name: "service-bus-public-access-off",
  displayName: "Service Bus public access off (CKV_AZURE_204)",
  description: "In a private stack Service Bus is reachable only through private endpoints.",
  severity: "high",
  validateResource: validateResourceOfType(Namespace, (namespace, _args, reportViolation) => {
    if (namespace.publicNetworkAccess === "Disabled") return;
    reportViolation(
      'Set publicNetworkAccess to "Disabled": ' +
        "a private endpoint beside an open public one protects nothing.",
    );
  }),
} satisfies ResourceValidationPolicy;
