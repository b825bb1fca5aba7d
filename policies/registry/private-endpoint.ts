/** With public access off and no endpoint, no container could start. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachHasEndpoint } from "../network/endpoint-links.ts";

export const registryPrivateEndpoint = {
  name: "registry-private-endpoint",
  displayName: "Registry private endpoint",
  description: "In a private stack the registry has a private endpoint.",
  severity: "high",
  validateStack: eachHasEndpoint(
    "containerregistry:Registry",
    "with public access off no image could be pulled.",
  ),
} satisfies StackValidationPolicy;
