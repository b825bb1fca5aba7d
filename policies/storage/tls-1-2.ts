/** Reports name people; older protocol versions would let them be read on the way. */
import type { StorageAccountArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const ACCEPTED: readonly string[] = ["TLS1_2", "TLS1_3"];

export const storageTls12 = {
  name: "storage-tls-1-2",
  displayName: "Storage TLS 1.2",
  description: "Storage refuses connections below TLS 1.2.",
  severity: "critical",
  tags: ["Azure.Storage.MinTLS", "CKV_AZURE_44"],
  validateResource: onType<StorageAccountArgs>(
    "storage:StorageAccount",
    ({ minimumTlsVersion }, report) => {
      if (ACCEPTED.includes(minimumTlsVersion ?? "")) return;
      report('Set minimumTlsVersion to "TLS1_2": without it older clients may speak TLS 1.0.');
    },
  ),
} satisfies ResourceValidationPolicy;
