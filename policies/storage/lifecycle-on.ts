/** Logs of agents name people; they are kept as long as was promised and no longer. */
import type { ManagementPolicyArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const storageLifecycle = {
  name: "storage-lifecycle-on",
  displayName: "Storage forgets in time",
  description: "Rules that delete old blobs are on.",
  severity: "low",
  validateResource: onType<ManagementPolicyArgs>(
    "storage:ManagementPolicy",
    ({ policy }, report) => {
      if (policy.rules.every(({ enabled }) => enabled !== false)) return;
      report("Set enabled to true: what was promised to be deleted would stay.");
    },
  ),
} satisfies ResourceValidationPolicy;
