/** With public access off and no endpoint, neither people nor deployments could reach it. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachHasEndpoint } from "../network/endpoint-links.ts";

export const functionPrivateEndpoint = {
  name: "functions-private-endpoint",
  displayName: "Functions private endpoint",
  description: "In a private stack every function app has a private endpoint for its site.",
  severity: "high",
  validateStack: eachHasEndpoint(
    "web:WebApp",
    "with public access off code could not even be deployed.",
  ),
} satisfies StackValidationPolicy;
