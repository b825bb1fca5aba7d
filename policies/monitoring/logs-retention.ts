/** Most break-ins are noticed after weeks. */
import type { WorkspaceArgs } from "@pulumi/azure-native/operationalinsights/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const DEFAULT_DAYS = 90;
const AZURE_DEFAULT_DAYS = 30;

export const logsRetention = {
  name: "logs-retention",
  displayName: "Logs are kept",
  description:
    "Logs are kept long enough to ask questions afterwards: ninety days, or as the stack says.",
  severity: "medium",
  configSchema: { properties: { days: { type: "number", minimum: 30 } } },
  validateResource: onType<WorkspaceArgs>(
    "operationalinsights:Workspace",
    ({ retentionInDays }, report, args) => {
      const { days = DEFAULT_DAYS } = args.getConfig<{ days?: number }>();
      if ((retentionInDays ?? AZURE_DEFAULT_DAYS) >= days) return;
      report(`Set retentionInDays to ${days} or more: most break-ins are noticed after weeks.`);
    },
  ),
} satisfies ResourceValidationPolicy;
