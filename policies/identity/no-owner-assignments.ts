/** Whoever holds such a role can take every other. No part of the estate needs to. */
import type { RoleAssignmentArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { roleIdOf, TAKING_ROLES } from "./role-ids.ts";

export const noOwnerAssignments = {
  name: "no-owner-assignments",
  displayName: "No Owner, no User Access Administrator",
  description: "Nothing in the estate is assigned Owner or User Access Administrator.",
  severity: "critical",
  tags: ["Azure.RBAC.LimitOwner", "CKV_AZURE_39"],
  validateResource: onType<RoleAssignmentArgs>(
    "authorization:RoleAssignment",
    ({ roleDefinitionId }, report) => {
      const role = TAKING_ROLES.get(roleIdOf(roleDefinitionId));
      if (role === undefined) return;
      report(
        `Assign a role for the work at hand instead of ${role}: its holder can take any other.`,
      );
    },
  ),
} satisfies ResourceValidationPolicy;
