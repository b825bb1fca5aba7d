/** Azure refuses a private endpoint to a namespace below Premium, and only at deployment. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";

const ENDPOINT = "azure-native:network:PrivateEndpoint";
const NAMESPACE = "azure-native:servicebus:Namespace";

/** The target's id is unknown in a plan, but the graph knows where it comes from. */
const targetsOf = (endpoint: PolicyResource): readonly PolicyResource[] =>
  [
    ...(endpoint.propertyDependencies["privateLinkServiceConnections"] ?? []),
    ...endpoint.dependencies,
  ].filter(({ type }) => type === NAMESPACE);

export const privateEndpointNeedsPremium = {
  name: "service-bus-private-endpoint-needs-premium",
  displayName: "Service Bus private endpoints need Premium",
  description: "A namespace with a private endpoint is of the Premium tier.",
  severity: "high",
  validateStack: ({ resources }, reportViolation) => {
    const endpoints = resources.filter(({ type }) => type === ENDPOINT);
    const targets = new Map(endpoints.flatMap(targetsOf).map((target) => [target.urn, target]));
    for (const namespace of targets.values()) {
      const sku: unknown = namespace.props["sku"]?.name;
      if (sku === "Premium") continue;
      reportViolation(
        "Set sku to Premium or drop the endpoint: " +
          `Azure refuses a private endpoint to ${sku ?? "Basic"}.`,
        namespace.urn,
      );
    }
  },
} satisfies StackValidationPolicy;
