/** Plans belong to a subscription, which a stack may share; `plans` in policies/<stack>.json
 *  names those it must switch on itself. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { isWord } from "../resource-rule.ts";
import { each, ofTypes } from "../stack-rule.ts";

export const defenderPlans = {
  name: "defender-plans",
  displayName: "Defender plans are on",
  description: "The Defender plans that the stack answers for are on; none is switched off.",
  severity: "medium",
  tags: [
    "Azure.Defender.KeyVault",
    "Azure.Defender.SQL",
    "Azure.Defender.Storage",
    "Azure.Defender.Containers",
    "Azure.Defender.Arm",
    "Azure.Defender.Cspm",
    "CKV_AZURE_87",
    "CKV_AZURE_84",
    "CKV_AZURE_86",
    "CKV_AZURE_234",
    "CKV_AZURE_61",
  ],
  configSchema: { properties: { plans: { type: "array", items: { type: "string" } } } },
  validateStack: ({ resources, getConfig }, report) => {
    const { plans = [] } = getConfig<{ plans?: readonly string[] }>();
    const pricings = ofTypes(resources, "security:Pricing");
    each(pricings, ({ urn, props }) => {
      if (!isWord(props["pricingTier"], "Standard"))
        report('Set pricingTier to "Standard": a free plan looks at nothing.', urn);
    });
    const on = pricings.map(({ props }) => String(props["pricingName"]).toLowerCase());
    for (const plan of plans)
      if (!on.includes(plan.toLowerCase()))
        report(`Switch the plan ${plan} on: this stack answers for its subscription.`);
  },
} satisfies StackValidationPolicy;
