/** Whoever holds a workspace's key can forge any log in it. */
import type { WorkspaceArgs } from "@pulumi/azure-native/operationalinsights/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const workspaceLocalAuthOff = {
  name: "logs-local-auth-off",
  displayName: "Logs by identity",
  description: "The workspace takes logs from identities only.",
  severity: "high",
  validateResource: onType<WorkspaceArgs>(
    "operationalinsights:Workspace",
    ({ features }, report) => {
      if (features?.disableLocalAuth === true) return;
      report("Set features.disableLocalAuth to true: the key of a workspace forges logs.");
    },
  ),
} satisfies ResourceValidationPolicy;
