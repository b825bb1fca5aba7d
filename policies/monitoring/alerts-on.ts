/** An alert that was muted during an incident stays mute. */
import type { MetricAlertArgs } from "@pulumi/azure-native/monitor/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onTypes } from "../resource-rule.ts";

export const alertsOn = {
  name: "alerts-on",
  displayName: "Alerts are on",
  description: "No alert and no group of people it tells is switched off.",
  severity: "medium",
  validateResource: onTypes<MetricAlertArgs>(
    [
      "monitor:MetricAlert",
      "monitor:ScheduledQueryRule",
      "monitor:ActivityLogAlert",
      "monitor:ActionGroup",
    ],
    ({ enabled }, report) => {
      if (enabled === true) return;
      report("Set enabled to true: an alert that was muted once stays mute.");
    },
  ),
} satisfies ResourceValidationPolicy;
