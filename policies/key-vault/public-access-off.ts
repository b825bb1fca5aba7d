/** A vault that answers the Internet is one stolen token away from giving out its secrets. A
 *  public stack switches this rule off in its policies/<stack>.json, where a reviewer sees it. */
import type { VaultArgs } from "@pulumi/azure-native/keyvault/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const vaultPublicAccessOff = {
  name: "key-vault-public-access-off",
  displayName: "Key Vault public access off",
  description: "In a private stack a vault is reached only through its private endpoint.",
  severity: "high",
  tags: ["Azure.KeyVault.Firewall", "CKV_AZURE_109", "CKV_AZURE_189"],
  validateResource: onType<VaultArgs>("keyvault:Vault", ({ properties }, report) => {
    const closed = isWord(properties.publicNetworkAccess, "Disabled");
    if (closed && isWord(properties.networkAcls?.defaultAction, "Deny")) return;
    report(
      'Set publicNetworkAccess to "disabled" and networkAcls.defaultAction to "Deny": ' +
        "a stolen token must not be enough from outside.",
    );
  }),
} satisfies ResourceValidationPolicy;
