/** A system-assigned identity exists too late to have rights when the app first starts. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const functionIdentity = {
  name: "functions-identity",
  displayName: "Functions run as an identity",
  description:
    "Every function app runs as a user-assigned identity, also where it reads the vault.",
  severity: "high",
  tags: ["Azure.AppService.ManagedIdentity", "CKV_AZURE_71"],
  validateResource: onType<WebAppArgs>("web:WebApp", (props, report) => {
    if (/UserAssigned/i.test(props.identity?.type ?? "")) return;
    report("Give it a user-assigned identity: code without one asks for keys.");
  }),
} satisfies ResourceValidationPolicy;
