/** An access policy opens all secrets of a vault at once and stands in no list of rights; a role
 *  can be given on one secret. */
import type { VaultArgs } from "@pulumi/azure-native/keyvault/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const rbac = {
  name: "key-vault-rbac",
  displayName: "Key Vault rights by role",
  description: "Rights on a vault are role assignments, not access policies.",
  severity: "high",
  tags: ["Azure.KeyVault.RBAC", "Azure.KeyVault.AccessPolicy"],
  validateResource: onType<VaultArgs>("keyvault:Vault", ({ properties }, report) => {
    const policies = properties.accessPolicies ?? [];
    if (properties.enableRbacAuthorization === true && policies.length === 0) return;
    report(
      "Set enableRbacAuthorization to true and drop accessPolicies: a policy opens every secret.",
    );
  }),
} satisfies ResourceValidationPolicy;
