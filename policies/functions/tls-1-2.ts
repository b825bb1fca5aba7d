/** Older protocol versions would let tokens be read on the way. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const ACCEPTED: readonly string[] = ["1.2", "1.3"];

export const functionTls12 = {
  name: "functions-tls-1-2",
  displayName: "Functions TLS 1.2",
  description: "Function apps and their deployment site refuse connections below TLS 1.2.",
  severity: "critical",
  tags: ["Azure.AppService.MinTLS", "CKV_AZURE_145"],
  validateResource: onType<WebAppArgs>("web:WebApp", ({ siteConfig }, report) => {
    const { minTlsVersion = "", scmMinTlsVersion = minTlsVersion } = siteConfig ?? {};
    if (ACCEPTED.includes(minTlsVersion) && ACCEPTED.includes(scmMinTlsVersion)) return;
    report('Set siteConfig.minTlsVersion to "1.2": older versions can be read on the way.');
  }),
} satisfies ResourceValidationPolicy;
