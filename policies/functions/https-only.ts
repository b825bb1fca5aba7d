/** Tokens and personal data would be read on the way. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const functionHttps = {
  name: "functions-https-only",
  displayName: "Functions over HTTPS only",
  description: "Function apps refuse plain HTTP.",
  severity: "high",
  tags: ["Azure.AppService.UseHTTPS", "CKV_AZURE_70"],
  validateResource: onType<WebAppArgs>("web:WebApp", ({ httpsOnly }, report) => {
    if (httpsOnly === true) return;
    report("Set httpsOnly to true: tokens over plain HTTP are read on the way.");
  }),
} satisfies ResourceValidationPolicy;
