/** Export carries our code past every network rule. */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const registryExportOff = {
  name: "registry-export-off",
  displayName: "Registry export off",
  description: "Images cannot be exported to another registry.",
  severity: "medium",
  tags: ["Azure.ACR.ExportPolicy"],
  validateResource: onType<RegistryArgs>("containerregistry:Registry", ({ policies }, report) => {
    if (isWord(policies?.exportPolicy?.status, "disabled")) return;
    report('Set policies.exportPolicy.status to "disabled": export goes past every network rule.');
  }),
} satisfies ResourceValidationPolicy;
