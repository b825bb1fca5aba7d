/** On the vault a worker could read the certificate of every other worker (S2 of the blueprint's
 *  secrets). */
import type { RoleAssignmentArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { roleIdOf, VAULT_READING_ROLES } from "./role-ids.ts";

const SECRET = /\/vaults\/[^/]+\/(?:secrets|keys|certificates)\/[^/]+/i;

export const vaultRolesOnSecrets = {
  name: "vault-roles-on-secrets",
  displayName: "Vault reading roles on secrets",
  description: "Who reads secrets holds the role on one secret, never on the whole vault.",
  severity: "high",
  validateResource: onType<RoleAssignmentArgs>(
    "authorization:RoleAssignment",
    (assignment, report) => {
      const role = VAULT_READING_ROLES.get(roleIdOf(assignment.roleDefinitionId));
      if (role === undefined || SECRET.test(assignment.scope)) return;
      report(`Assign ${role} on the one secret that is read: here it covers the whole vault.`);
    },
  ),
} satisfies ResourceValidationPolicy;
