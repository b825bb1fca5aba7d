/** "Allow Azure services" lets in every customer of Azure, not ours alone; a wide range is hardly
 *  better. */
import type { FirewallRuleArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const ADDRESSES_MAX = 10;

/** NaN where it is no IPv4 address: comparisons with it fail, so the rule is refused. */
const addressOf = (text: string | undefined): number => {
  const parts = (text ?? "").split(".").map(Number);
  return parts.length === 4 ? parts.reduce((sum, part) => sum * 256 + part, 0) : Number.NaN;
};

export const sqlFirewallClosed = {
  name: "sql-firewall-closed",
  displayName: "SQL firewall rules are narrow",
  description: "No SQL firewall rule lets in all of Azure, or more than a handful of addresses.",
  severity: "high",
  tags: [
    "Azure.SQL.AllowAzureAccess",
    "Azure.SQL.FirewallIPRange",
    "Azure.SQL.FirewallRuleCount",
    "CKV_AZURE_11",
    "CKV2_AZURE_34",
  ],
  validateResource: onType<FirewallRuleArgs>("sql:FirewallRule", (props, report) => {
    const start = addressOf(props.startIpAddress);
    const end = addressOf(props.endIpAddress);
    if (start === 0)
      report('Remove the rule: "0.0.0.0" lets in every machine of every customer of Azure.');
    if (!(end - start < ADDRESSES_MAX))
      report(`Narrow the rule to ${ADDRESSES_MAX} addresses: a wide range is an open door.`);
  }),
} satisfies ResourceValidationPolicy;
