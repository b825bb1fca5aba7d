/** Private link, firewall and retention exist in Premium only; Azure says so at deployment only. */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

const DEFAULT_TIERS: readonly string[] = ["Premium"];

export const registryTier = {
  name: "registry-tier",
  displayName: "Registry tier",
  description:
    "A private stack's registry is of the Premium tier: lower ones have no private endpoint.",
  severity: "medium",
  tags: ["Azure.ACR.MinSku"],
  configSchema: { properties: { tiers: { type: "array", items: { type: "string" } } } },
  validateResource: onType<RegistryArgs>("containerregistry:Registry", ({ sku }, report, args) => {
    const { tiers = DEFAULT_TIERS } = args.getConfig<{ tiers?: readonly string[] }>();
    if (tiers.some((tier) => isWord(sku.name, tier))) return;
    report(`Set sku to ${tiers.join(" or ")}: lower tiers lack what this stack relies on.`);
  }),
} satisfies ResourceValidationPolicy;
