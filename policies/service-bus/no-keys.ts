/** A rule is a key somebody will copy. The scaler's Listen key of old could drain the jobs of
 *  every worker. */
import type { ResourceValidationPolicy } from "@pulumi/policy";

const RULES: readonly string[] = ["Namespace", "Topic", "Queue"].map(
  (entity) => `azure-native:servicebus:${entity}AuthorizationRule`,
);

export const busNoKeys = {
  name: "service-bus-no-keys",
  displayName: "Service Bus has no shared access rules",
  description: "No shared access rule is created on a namespace, topic or queue.",
  severity: "high",
  tags: ["CKV_AZURE_203"],
  validateResource: ({ type }, report) => {
    if (!RULES.includes(type)) return;
    report("Remove the rule and assign a role to an identity: a copied key receives and settles.");
  },
} satisfies ResourceValidationPolicy;
