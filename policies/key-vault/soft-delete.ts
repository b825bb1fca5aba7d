/** A deletion is often noticed weeks later, when something that ran every month fails. */
import type { VaultArgs } from "@pulumi/azure-native/keyvault/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const RETENTION_DAYS_MIN = 90;
const AZURE_DEFAULT_DAYS = 90;

export const softDelete = {
  name: "key-vault-soft-delete",
  displayName: "Key Vault soft delete",
  description: "A deleted vault or secret can be recovered for ninety days.",
  severity: "high",
  tags: ["Azure.KeyVault.SoftDelete", "CKV_AZURE_111"],
  validateResource: onType<VaultArgs>("keyvault:Vault", ({ properties }, report) => {
    const { enableSoftDelete, softDeleteRetentionInDays = AZURE_DEFAULT_DAYS } = properties;
    if (enableSoftDelete !== false && softDeleteRetentionInDays >= RETENTION_DAYS_MIN) return;
    report(
      `Keep soft delete on with ${RETENTION_DAYS_MIN} days: a deletion is often noticed late.`,
    );
  }),
} satisfies ResourceValidationPolicy;
