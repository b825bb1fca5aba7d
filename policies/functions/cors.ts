/** Any page that somebody opens could call the API with that person's rights. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const functionCors = {
  name: "functions-cors",
  displayName: "Functions answer known origins",
  description: "No function app lets pages of any origin call it.",
  severity: "medium",
  tags: ["CKV_AZURE_62"],
  validateResource: onType<WebAppArgs>("web:WebApp", ({ siteConfig }, report) => {
    const { allowedOrigins = [], supportCredentials } = siteConfig?.cors ?? {};
    if (!allowedOrigins.some((origin) => origin.includes("*")) && supportCredentials !== true)
      return;
    report("List origins one by one, without credentials: any page could call the API otherwise.");
  }),
} satisfies ResourceValidationPolicy;
