/** A public stack switches this rule off in its policies/<stack>.json, where a reviewer sees it. */
import type { StorageAccountArgs } from "@pulumi/azure-native/storage/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const storagePublicAccessOff = {
  name: "storage-public-access-off",
  displayName: "Storage public access off",
  description: "In a private stack storage is reached only through private endpoints.",
  severity: "high",
  tags: ["Azure.Storage.Firewall", "CKV_AZURE_35", "CKV_AZURE_59"],
  validateResource: onType<StorageAccountArgs>("storage:StorageAccount", (props, report) => {
    const denies = isWord(props.networkRuleSet?.defaultAction, "Deny");
    if (isWord(props.publicNetworkAccess, "Disabled") && denies) return;
    report(
      'Set publicNetworkAccess to "Disabled" and networkRuleSet.defaultAction to "Deny": ' +
        "the accounts need no door to the Internet.",
    );
  }),
} satisfies ResourceValidationPolicy;
