/** A deleted log or report is explained by nobody but the account's own log. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachIsAudited } from "../monitoring/diagnostic-links.ts";

export const storageLogging = {
  name: "storage-logging",
  displayName: "Storage access is logged",
  description: "Who reads, writes and deletes in storage is logged.",
  severity: "medium",
  tags: ["CKV_AZURE_33", "CKV2_AZURE_20", "CKV2_AZURE_21"],
  validateStack: eachIsAudited(
    "storage:StorageAccount",
    ["StorageRead", "StorageWrite", "StorageDelete"],
    "it must be known who read or deleted a blob.",
  ),
} satisfies StackValidationPolicy;
