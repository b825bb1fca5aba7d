/** A SQL password can be copied, tried and forgotten in a file; an identity cannot. */
import type { ServerArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onType } from "../resource-rule.ts";

export const sqlEntraOnly = {
  name: "sql-entra-only",
  displayName: "SQL accepts Entra identities only",
  description: "The SQL server knows no password: Entra identities only, administered by a group.",
  severity: "critical",
  tags: ["Azure.SQL.AADOnly", "Azure.SQL.AAD", "CKV2_AZURE_27", "CKV2_AZURE_7"],
  validateResource: onType<ServerArgs>("sql:Server", (props, report) => {
    if (isSet(props, "administratorLogin") || isSet(props, "administratorLoginPassword"))
      report(
        "Remove administratorLogin and its password: a password that exists is one that leaks.",
      );
    if (props.administrators?.azureADOnlyAuthentication !== true)
      report(
        "Set administrators.azureADOnlyAuthentication to true: SQL logins must not work at all.",
      );
  }),
} satisfies ResourceValidationPolicy;
