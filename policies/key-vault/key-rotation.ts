/** Keys that people must remember to rotate grow old. */
import type { KeyArgs } from "@pulumi/azure-native/keyvault/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const keyRotation = {
  name: "key-vault-key-rotation",
  displayName: "Key Vault keys rotate",
  description: "A key rotates by itself and expires.",
  severity: "medium",
  tags: ["Azure.KeyVault.AutoRotationPolicy", "CKV_AZURE_40"],
  validateResource: onType<KeyArgs>("keyvault:Key", ({ properties }, report) => {
    const actions = properties.rotationPolicy?.lifetimeActions ?? [];
    const rotates = actions.some(({ action }) => isWord(action?.type, "Rotate"));
    if (rotates && typeof properties.attributes?.expires === "number") return;
    report(
      "Give the key a rotationPolicy and attributes.expires: nobody rotates keys by hand for long.",
    );
  }),
} satisfies ResourceValidationPolicy;
