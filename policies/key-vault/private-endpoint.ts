/** With public access off and no endpoint, nothing of ours could read a secret. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachHasEndpoint } from "../network/endpoint-links.ts";

export const vaultPrivateEndpoint = {
  name: "key-vault-private-endpoint",
  displayName: "Key Vault private endpoint",
  description: "In a private stack every vault has a private endpoint.",
  severity: "high",
  tags: ["CKV2_AZURE_32"],
  validateStack: eachHasEndpoint(
    "keyvault:Vault",
    "with public access off nobody could read a secret.",
  ),
} satisfies StackValidationPolicy;
