/** The loss of one data centre must not take the evidence of a run along. */
import type { StorageAccountArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const REPLICATED = /_(?:ZRS|GRS|RAGRS|GZRS|RAGZRS)$/;

export const storageReplicated = {
  name: "storage-survives-a-zone",
  displayName: "Storage survives a zone",
  description: "Storage is kept in more than one zone.",
  severity: "medium",
  tags: ["Azure.Storage.UseReplication", "CKV_AZURE_206"],
  validateResource: onType<StorageAccountArgs>("storage:StorageAccount", ({ sku }, report) => {
    if (REPLICATED.test(sku.name)) return;
    report("Set sku to Standard_ZRS or better: LRS keeps all copies in one building.");
  }),
} satisfies ResourceValidationPolicy;
