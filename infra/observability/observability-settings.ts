/** Where logs and telemetry go. Identities sign in; keys are switched off on both sides. Pure.
 *  Telemetry has no private door: that would take Azure Monitor's own private link, which every
 *  other workspace of the network would have to share. */
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { RIGHTS } from "../../runtime/contract/blueprint/rights.ts";
import type { StackConfig } from "../stack-settings.ts";

export const workspaceSettings = ({ logs }: StackConfig) => ({
  sku: { name: "PerGB2018" },
  retentionInDays: logs.retentionDays,
  workspaceCapping: { dailyQuotaGb: logs.dailyQuotaGb },
  features: {
    disableLocalAuth: true,
    // Who may read a resource may read its logs, and not those of others.
    enableLogAccessUsingOnlyResourcePermissions: true,
  },
});

export const INSIGHTS = {
  applicationType: "web",
  kind: "web",
  ingestionMode: "LogAnalytics",
  disableLocalAuth: true,
} as const;

/** Components that may send telemetry, each to its own place (M-129). */
export const componentsWithTelemetry = (
  ships: ReadonlySet<ComponentName>,
): readonly ComponentName[] => [
  ...new Set(
    RIGHTS.filter(({ component, scope }) => scope.kind === "telemetry" && ships.has(component)).map(
      ({ component }) => component,
    ),
  ),
];
