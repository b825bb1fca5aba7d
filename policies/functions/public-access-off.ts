/** A public stack switches this rule off in its policies/<stack>.json, where a reviewer sees it. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const functionPublicAccessOff = {
  name: "functions-public-access-off",
  displayName: "Functions public access off",
  description: "In a private stack function apps are reached only through private endpoints.",
  severity: "high",
  tags: ["CKV_AZURE_221"],
  validateResource: onType<WebAppArgs>("web:WebApp", ({ publicNetworkAccess }, report) => {
    if (isWord(publicNetworkAccess, "Disabled")) return;
    report('Set publicNetworkAccess to "Disabled": people come in through the private endpoint.');
  }),
} satisfies ResourceValidationPolicy;
