/** On a subscription it reaches what other teams own, and what does not exist yet. */
import type { RoleAssignmentArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { CHANGING_ROLES, roleIdOf } from "./role-ids.ts";

export const noWideScope = {
  name: "no-wide-scope",
  displayName: "Rights that change things are narrow",
  description: "A role that changes resources is assigned on a resource group at most.",
  severity: "high",
  tags: ["Azure.RBAC.LimitOwner", "Azure.RBAC.LimitMGDelegation", "Azure.RBAC.UseRGDelegation"],
  validateResource: onType<RoleAssignmentArgs>(
    "authorization:RoleAssignment",
    (assignment, report) => {
      const role = CHANGING_ROLES.get(roleIdOf(assignment.roleDefinitionId));
      if (role === undefined || /\/resourceGroups\/[^/]+/i.test(assignment.scope)) return;
      report(`Assign ${role} on a resource group at most: here it reaches what others own.`);
    },
  ),
} satisfies ResourceValidationPolicy;
