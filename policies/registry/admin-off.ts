/** Its password pushes any image as anybody's code, and nobody would know who did it. */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const registryAdminOff = {
  name: "registry-admin-off",
  displayName: "Registry admin user off",
  description: "The registry has no admin user.",
  severity: "critical",
  tags: ["Azure.ACR.AdminUser", "CKV_AZURE_137"],
  validateResource: onType<RegistryArgs>(
    "containerregistry:Registry",
    ({ adminUserEnabled }, report) => {
      if (adminUserEnabled !== true) return;
      report("Set adminUserEnabled to false: its password lets anybody replace our code.");
    },
  ),
} satisfies ResourceValidationPolicy;
