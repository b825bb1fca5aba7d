/** A statement that somebody smuggled in must not carry rows to an address of his choice. */
import type { ServerArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const sqlOutbound = {
  name: "sql-outbound-restricted",
  displayName: "SQL calls nobody",
  description: "The SQL server may call out only where a rule says so.",
  severity: "medium",
  validateResource: onType<ServerArgs>(
    "sql:Server",
    ({ restrictOutboundNetworkAccess }, report) => {
      if (isWord(restrictOutboundNetworkAccess, "Enabled")) return;
      report(
        'Set restrictOutboundNetworkAccess to "Enabled": a statement must not carry rows out.',
      );
    },
  ),
} satisfies ResourceValidationPolicy;
