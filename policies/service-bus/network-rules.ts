/** A rule set that allows by default, or lets all of Azure's services in, undoes the closed door
 *  of the namespace. */
import type { NamespaceNetworkRuleSetArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const busNetworkRules = {
  name: "service-bus-network-rules",
  displayName: "Service Bus network rules",
  description: "The rules of a namespace's network deny what they do not name.",
  severity: "high",
  tags: ["CKV_AZURE_204"],
  validateResource: onType<NamespaceNetworkRuleSetArgs>(
    "servicebus:NamespaceNetworkRuleSet",
    (props, report) => {
      const named = [...(props.ipRules ?? []), ...(props.virtualNetworkRules ?? [])];
      if (!isWord(props.defaultAction, "Deny"))
        report('Set defaultAction to "Deny": a rule set that allows by default has no use.');
      if (isWord(props.publicNetworkAccess, "Enabled") && named.length === 0)
        report('Set publicNetworkAccess to "Disabled": without a rule nobody may come that way.');
      if (props.trustedServiceAccessEnabled === true)
        report("Set trustedServiceAccessEnabled to false: no service of Azure's has to get past.");
    },
  ),
} satisfies ResourceValidationPolicy;
