/** Azure refuses a name only when half of the estate stands. A vault of old had thirty characters
 *  of twenty-four. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet } from "../resource-rule.ts";
import { NAME_RULES } from "./azure-names.ts";

export const nameLimits = {
  name: "name-limits",
  displayName: "Names fit",
  description: "Names are as long, and of such characters, as Azure takes.",
  severity: "medium",
  tags: [
    "Azure.KeyVault.Name",
    "Azure.Storage.Name",
    "Azure.ACR.Name",
    "Azure.ContainerApp.Name",
    "Azure.SQL.ServerName",
    "Azure.SQL.DBName",
    "Azure.NSG.Name",
    "Azure.VNET.Name",
    "Azure.VNET.SubnetName",
    "Azure.AppInsights.Name",
    "Azure.Log.Name",
    "Azure.KeyVault.SecretName",
  ],
  validateResource: ({ type, props }, report) => {
    const rule = NAME_RULES.get(type);
    if (rule === undefined || !isSet(props, rule.property)) return;
    const name = String(props[rule.property]);
    const { charsMin, charsMax, pattern } = rule;
    if (name.length >= charsMin && name.length <= charsMax && pattern.test(name)) return;
    report(
      `Shorten or change "${name}": Azure takes ${charsMin} to ${charsMax} characters ` +
        `that match ${pattern.source}.`,
    );
  },
} satisfies ResourceValidationPolicy;
