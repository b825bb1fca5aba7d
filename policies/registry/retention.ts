/** Azure takes one of the two at a time. Old images carry old holes; a deleted one may be needed
 *  for a way back. */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

const AZURE_DEFAULT_DAYS = 7;
const DAYS_MIN = 7;

export const registryRetention = {
  name: "registry-retention",
  displayName: "Registry keeps and clears",
  description:
    "A deleted image can be brought back, or untagged ones are cleared: one of the two is on.",
  severity: "low",
  tags: ["Azure.ACR.SoftDelete", "Azure.ACR.Retention", "CKV_AZURE_167"],
  validateResource: onType<RegistryArgs>("containerregistry:Registry", ({ policies }, report) => {
    const { softDeletePolicy, retentionPolicy } = policies ?? {};
    const soft = isWord(softDeletePolicy?.status, "enabled");
    const kept = soft && (softDeletePolicy?.retentionDays ?? AZURE_DEFAULT_DAYS) >= DAYS_MIN;
    const on = kept || isWord(retentionPolicy?.status, "enabled");
    if (on) return;
    report(
      "Enable policies.softDeletePolicy or policies.retentionPolicy: old images carry old holes.",
    );
  }),
} satisfies ResourceValidationPolicy;
