/** With public access off and no endpoint, the engine could not reach its own state. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachHasEndpoint } from "../network/endpoint-links.ts";

export const sqlPrivateEndpoint = {
  name: "sql-private-endpoint",
  displayName: "SQL private endpoint",
  description: "In a private stack the SQL server has a private endpoint.",
  severity: "high",
  tags: ["CKV2_AZURE_45"],
  validateStack: eachHasEndpoint(
    "sql:Server",
    "with public access off the engine has no database.",
  ),
} satisfies StackValidationPolicy;
