/** A token that leaks from a deployment must not push an image too. */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const registryArmTokens = {
  name: "registry-arm-tokens-off",
  displayName: "Registry refuses tokens of the control plane",
  description: "The registry takes tokens made for it, not those for managing Azure.",
  severity: "low",
  validateResource: onType<RegistryArgs>("containerregistry:Registry", ({ policies }, report) => {
    if (isWord(policies?.azureADAuthenticationAsArmPolicy?.status, "disabled")) return;
    report(
      "Disable policies.azureADAuthenticationAsArmPolicy: a leaked token must not push images.",
    );
  }),
} satisfies ResourceValidationPolicy;
