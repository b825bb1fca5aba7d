/** The scheduler and the orchestrator move every batch; a lost zone must not stop them. */
import type { AppServicePlanArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const functionZones = {
  name: "functions-survive-a-zone",
  displayName: "Functions survive a zone",
  description: "The plans of the function apps span zones.",
  severity: "medium",
  tags: ["Azure.AppService.AvailabilityZone"],
  validateResource: onType<AppServicePlanArgs>(
    "web:AppServicePlan",
    ({ zoneRedundant }, report) => {
      if (zoneRedundant === true) return;
      report("Set zoneRedundant to true: the loss of one zone would stop every migration.");
    },
  ),
} satisfies ResourceValidationPolicy;
