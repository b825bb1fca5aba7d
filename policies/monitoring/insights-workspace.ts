/** A component of the old kind keeps data outside, under other rights and another retention. */
import type { ComponentArgs } from "@pulumi/azure-native/applicationinsights/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, isWord, onType } from "../resource-rule.ts";

export const insightsWorkspace = {
  name: "insights-workspace",
  displayName: "Telemetry lies in the workspace",
  description: "Application Insights keeps its data in our workspace.",
  severity: "medium",
  tags: ["Azure.AppInsights.Workspace"],
  validateResource: onType<ComponentArgs>("applicationinsights:Component", (props, report) => {
    const inWorkspace = isWord(props.ingestionMode ?? "LogAnalytics", "LogAnalytics");
    if (inWorkspace && isSet(props, "workspaceResourceId")) return;
    report("Set workspaceResourceId: telemetry outside the workspace has other rights.");
  }),
} satisfies ResourceValidationPolicy;
