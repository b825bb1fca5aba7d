/** All state of all batches lies there. A public stack switches this rule off in its
 *  policies/<stack>.json, where a reviewer sees it. */
import type { ServerArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const sqlPublicAccessOff = {
  name: "sql-public-access-off",
  displayName: "SQL public access off",
  description: "In a private stack the SQL server is reached only through its private endpoint.",
  severity: "high",
  tags: ["CKV_AZURE_113"],
  validateResource: onType<ServerArgs>("sql:Server", ({ publicNetworkAccess }, report) => {
    if (isWord(publicNetworkAccess, "Disabled")) return;
    report('Set publicNetworkAccess to "Disabled": the database needs no door to the Internet.');
  }),
} satisfies ResourceValidationPolicy;
