/** A secret without an end is rotated by nobody; one without a content type is read wrongly. */
import type { SecretArgs } from "@pulumi/azure-native/keyvault/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const secretExpiry = {
  name: "key-vault-secret-expiry",
  displayName: "Key Vault secrets expire",
  description: "A secret says when it expires and what it contains.",
  severity: "medium",
  tags: ["CKV_AZURE_41", "CKV_AZURE_114"],
  validateResource: onType<SecretArgs>("keyvault:Secret", ({ properties }, report) => {
    if (typeof properties.attributes?.expires !== "number")
      report("Set properties.attributes.expires: a secret without an end is never rotated.");
    if ((properties.contentType ?? "").trim() === "")
      report("Set properties.contentType: readers must know whether it is text or a certificate.");
  }),
} satisfies ResourceValidationPolicy;
