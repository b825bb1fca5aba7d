/** Live events hold a connection each; HTTP/2 carries them all over one. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const functionHttp2 = {
  name: "functions-http2",
  displayName: "Functions speak HTTP/2",
  description: "HTTP/2 is on.",
  severity: "low",
  tags: ["Azure.AppService.HTTP2", "CKV_AZURE_67"],
  validateResource: onType<WebAppArgs>("web:WebApp", ({ siteConfig }, report) => {
    if (siteConfig?.http20Enabled === true) return;
    report("Set siteConfig.http20Enabled to true: live events share one connection then.");
  }),
} satisfies ResourceValidationPolicy;
