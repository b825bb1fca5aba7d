/** Images hold our code and its dependencies: a map for an attacker. */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const anonymousPullOff = {
  name: "registry-anonymous-pull-off",
  displayName: "Registry anonymous pull off",
  description: "Nobody pulls an image without signing in.",
  severity: "high",
  tags: ["Azure.ACR.AnonymousAccess", "CKV_AZURE_138"],
  validateResource: onType<RegistryArgs>(
    "containerregistry:Registry",
    ({ anonymousPullEnabled }, report) => {
      if (anonymousPullEnabled !== true) return;
      report("Set anonymousPullEnabled to false: an image is a map of what could be attacked.");
    },
  ),
} satisfies ResourceValidationPolicy;
