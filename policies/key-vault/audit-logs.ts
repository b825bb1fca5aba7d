/** After an incident the first question is who read which secret, and when. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachIsAudited } from "../monitoring/diagnostic-links.ts";

export const vaultAuditLogs = {
  name: "key-vault-audit-logs",
  displayName: "Key Vault audit logs",
  description: "Every reading of a secret is logged.",
  severity: "high",
  tags: ["Azure.KeyVault.Logs"],
  validateStack: eachIsAudited(
    "keyvault:Vault",
    ["AuditEvent"],
    "it must be known who read a secret.",
  ),
} satisfies StackValidationPolicy;
