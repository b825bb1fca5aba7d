/** Even without keys an identity can sign a link; one that lives for a year is a key again. */
import type { StorageAccountArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

/** Days, hours, minutes and seconds, as in "1.00:00:00". */
const PERIOD = /^(\d+)\.\d\d:\d\d:\d\d$/;

export const storageSasExpiry = {
  name: "storage-sas-expiry",
  displayName: "Storage links expire",
  description: "A link to a blob ends within a day.",
  severity: "low",
  tags: ["CKV2_AZURE_41"],
  validateResource: onType<StorageAccountArgs>(
    "storage:StorageAccount",
    ({ sasPolicy }, report) => {
      const expiry = sasPolicy?.sasExpirationPeriod ?? "";
      const days = Number(PERIOD.exec(expiry)?.[1] ?? Number.NaN);
      if (days <= 1) return;
      report('Set sasPolicy with a sasExpirationPeriod of "1.00:00:00" at most: links must end.');
    },
  ),
} satisfies ResourceValidationPolicy;
