/** With public access off and no endpoint, no component could receive a job. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachHasEndpoint } from "../network/endpoint-links.ts";

export const busPrivateEndpoint = {
  name: "service-bus-private-endpoint",
  displayName: "Service Bus private endpoint",
  description: "In a private stack the namespace has a private endpoint.",
  severity: "high",
  validateStack: eachHasEndpoint(
    "servicebus:Namespace",
    "with public access off no job could be received.",
  ),
} satisfies StackValidationPolicy;
