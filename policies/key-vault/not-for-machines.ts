/** These three switches let Azure read secrets on behalf of whoever deploys a machine or a
 *  template. */
import type { VaultArgs } from "@pulumi/azure-native/keyvault/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const SWITCHES = [
  "enabledForDeployment",
  "enabledForDiskEncryption",
  "enabledForTemplateDeployment",
] as const;

export const vaultNotForMachines = {
  name: "key-vault-not-for-machines",
  displayName: "Key Vault is not for machines and templates",
  description: "No virtual machine, disk or template reads the vault past its roles.",
  severity: "medium",
  validateResource: onType<VaultArgs>("keyvault:Vault", ({ properties }, report) => {
    const open = SWITCHES.filter((name) => properties[name] === true);
    if (open.length === 0) return;
    report(`Set ${open.join(", ")} to false: a deployment could read secrets past the roles.`);
  }),
} satisfies ResourceValidationPolicy;
