/** A statement that went wrong on Friday is noticed on Monday. */
import type { BackupShortTermRetentionPolicyArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const DEFAULT_DAYS = 7;
const AZURE_DEFAULT_DAYS = 7;

export const sqlBackups = {
  name: "sql-backups-kept",
  displayName: "SQL backups are kept",
  description:
    "The database can be brought back to any moment of the last week, or longer as the stack says.",
  severity: "high",
  configSchema: { properties: { days: { type: "number", minimum: 1 } } },
  validateResource: onType<BackupShortTermRetentionPolicyArgs>(
    "sql:BackupShortTermRetentionPolicy",
    ({ retentionDays }, report, args) => {
      const { days = DEFAULT_DAYS } = args.getConfig<{ days?: number }>();
      if ((retentionDays ?? AZURE_DEFAULT_DAYS) >= days) return;
      report(`Set retentionDays to ${days} or more: what went wrong on Friday is seen on Monday.`);
    },
  ),
} satisfies ResourceValidationPolicy;
