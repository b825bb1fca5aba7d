/** A public stack switches this rule off in its policies/<stack>.json, where a reviewer sees it. */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const registryPublicAccessOff = {
  name: "registry-public-access-off",
  displayName: "Registry public access off",
  description: "In a private stack the registry is reached only through its private endpoint.",
  severity: "high",
  tags: ["Azure.ACR.Firewall", "CKV_AZURE_139"],
  validateResource: onType<RegistryArgs>(
    "containerregistry:Registry",
    ({ publicNetworkAccess }, report) => {
      if (isWord(publicNetworkAccess, "Disabled")) return;
      report('Set publicNetworkAccess to "Disabled": our code is pushed and pulled from inside.');
    },
  ),
} satisfies ResourceValidationPolicy;
