/** Azure refuses a private endpoint to a namespace below Premium, and only at deployment. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { endpointsOf } from "../network/endpoint-links.ts";
import { each, ofTypes } from "../stack-rule.ts";

export const privateEndpointNeedsPremium = {
  name: "service-bus-private-endpoint-needs-premium",
  displayName: "Service Bus private endpoints need Premium",
  description: "A namespace with a private endpoint is of the Premium tier.",
  severity: "high",
  validateStack: ({ resources }, reportViolation) => {
    each(ofTypes(resources, "servicebus:Namespace"), (namespace) => {
      if (endpointsOf(resources, namespace).length === 0) return;
      const sku: unknown = namespace.props["sku"]?.name;
      if (sku === "Premium") return;
      reportViolation(
        "Set sku to Premium or drop the endpoint: " +
          `Azure refuses a private endpoint to ${sku ?? "Basic"}.`,
        namespace.urn,
      );
    });
  },
} satisfies StackValidationPolicy;
