/** Opt-in: `required` in policies/<stack>.json demands a customer's key. Where one is used at
 *  all, half of it protects nothing. */
import type { NamespaceArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const busCustomerKey = {
  name: "service-bus-customer-key",
  displayName: "Service Bus customer key",
  description: "A namespace with a key of its own uses it wholly: twice encrypted, by an identity.",
  severity: "low",
  tags: ["CKV_AZURE_202", "CKV_AZURE_201", "CKV_AZURE_199"],
  configSchema: { properties: { required: { type: "boolean" } } },
  validateResource: onType<NamespaceArgs>("servicebus:Namespace", (props, report, args) => {
    const { required = false } = args.getConfig<{ required?: boolean }>();
    const { encryption, identity } = props;
    if (encryption === undefined && !required) return;
    const keys = encryption?.keyVaultProperties ?? [];
    const whole = keys.length > 0 && encryption?.requireInfrastructureEncryption === true;
    if (whole && identity?.type !== undefined && !isWord(identity.type, "None")) return;
    report(
      "Give encryption a key, requireInfrastructureEncryption and an identity that may use it: " +
        "half a customer key protects nothing.",
    );
  }),
} satisfies ResourceValidationPolicy;
