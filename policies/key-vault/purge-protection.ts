/** Who can delete and purge can destroy the platform's secrets for good, by mistake or on
 *  purpose. */
import type { VaultArgs } from "@pulumi/azure-native/keyvault/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const purgeProtection = {
  name: "key-vault-purge-protection",
  displayName: "Key Vault purge protection",
  description: "A vault and its secrets cannot be purged before their retention ends.",
  severity: "high",
  tags: ["Azure.KeyVault.PurgeProtect", "CKV_AZURE_110", "CKV_AZURE_42"],
  validateResource: onType<VaultArgs>("keyvault:Vault", ({ properties }, report) => {
    if (properties.enablePurgeProtection === true) return;
    report("Set enablePurgeProtection to true: otherwise a deleted secret can be gone for good.");
  }),
} satisfies ResourceValidationPolicy;
