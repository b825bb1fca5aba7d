/** Container Apps pull by identity with a token for managing Azure: a registry that refuses those
 *  answers UNAUTHORIZED, and nothing starts (Microsoft's page "managed-identity-image-pull"). */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const registryArmTokens = {
  name: "registry-arm-tokens-on",
  displayName: "Registry takes the tokens by which apps pull",
  description: "The registry takes tokens of Azure's control plane: identities pull with them.",
  severity: "high",
  validateResource: onType<RegistryArgs>("containerregistry:Registry", ({ policies }, report) => {
    if (!isWord(policies?.azureADAuthenticationAsArmPolicy?.status, "disabled")) return;
    report(
      "Enable policies.azureADAuthenticationAsArmPolicy: without it no app or job pulls an image.",
    );
  }),
} satisfies ResourceValidationPolicy;
