/** With the key from a connection string anybody can write into our telemetry, and hide what
 *  happened. */
import type { ComponentArgs } from "@pulumi/azure-native/applicationinsights/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const insightsLocalAuthOff = {
  name: "insights-local-auth-off",
  displayName: "Telemetry by identity",
  description: "Application Insights takes telemetry from identities only.",
  severity: "critical",
  tags: ["Azure.AppInsights.LocalAuth"],
  validateResource: onType<ComponentArgs>(
    "applicationinsights:Component",
    ({ disableLocalAuth }, report) => {
      if (disableLocalAuth === true) return;
      report("Set disableLocalAuth to true: a connection string is no proof of who writes.");
    },
  ),
} satisfies ResourceValidationPolicy;
