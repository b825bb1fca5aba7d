/** A connection string in a setting is an account key, and keys are switched off. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onType } from "../resource-rule.ts";

export const functionStorage = {
  name: "functions-storage-by-identity",
  displayName: "Functions reach storage by identity",
  description: "Code and host state are reached as an identity, not with a connection string.",
  severity: "high",
  validateResource: onType<WebAppArgs>("web:WebApp", (props, report) => {
    const authentication = props.functionAppConfig?.deployment?.storage?.authentication;
    if (!/Identity$/.test(authentication?.type ?? ""))
      report(
        "Set deployment.storage.authentication to UserAssignedIdentity: keys are switched off.",
      );
    const settings = (props.siteConfig?.appSettings ?? []).map(({ name }) => name ?? "");
    if (
      settings.includes("AzureWebJobsStorage") ||
      isSet(props.siteConfig ?? {}, "connectionStrings")
    )
      report("Use AzureWebJobsStorage__accountName and an identity: a connection string is a key.");
  }),
} satisfies ResourceValidationPolicy;
