/** Replication across tenants carries data out without anybody reading it. */
import type { StorageAccountArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const SCOPES: readonly string[] = ["AAD", "PrivateLink"];

export const noForeignTenants = {
  name: "storage-no-foreign-tenants",
  displayName: "Storage stays in the tenant",
  description: "No account copies its blobs into another tenant.",
  severity: "medium",
  validateResource: onType<StorageAccountArgs>(
    "storage:StorageAccount",
    ({ allowCrossTenantReplication, allowedCopyScope }, report) => {
      if (allowCrossTenantReplication !== false)
        report("Set allowCrossTenantReplication to false: it copies data out of the tenant.");
      if (!SCOPES.includes(allowedCopyScope ?? ""))
        report('Set allowedCopyScope to "AAD": a copy must stay in the tenant.');
    },
  ),
} satisfies ResourceValidationPolicy;
