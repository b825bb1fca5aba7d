/** Over plain HTTP reports and logs could be read on the way. */
import type { StorageAccountArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const storageHttpsOnly = {
  name: "storage-https-only",
  displayName: "Storage over HTTPS only",
  description: "Storage refuses plain HTTP.",
  severity: "high",
  tags: ["Azure.Storage.SecureTransfer", "CKV_AZURE_3"],
  validateResource: onType<StorageAccountArgs>(
    "storage:StorageAccount",
    ({ enableHttpsTrafficOnly }, report) => {
      if (enableHttpsTrafficOnly !== false) return;
      report("Set enableHttpsTrafficOnly to true: plain HTTP can be read on the way.");
    },
  ),
} satisfies ResourceValidationPolicy;
