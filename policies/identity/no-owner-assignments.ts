/** Whoever holds such a role can take every other. No part of the estate needs to. */
import { RoleAssignment } from "@pulumi/azure-native/authorization/index.js";
import { type ResourceValidationPolicy, validateResourceOfType } from "@pulumi/policy";
import { GRANTING_ROLES, roleIdOf } from "./role-ids.ts";

export const noOwnerAssignments = {
  name: "no-owner-assignments",
  displayName: "No Owner, no User Access Administrator (Azure.RBAC.LimitOwner, CKV_AZURE_39)",
  description: "Nothing in the estate is assigned Owner or User Access Administrator.",
  severity: "critical",
  validateResource: validateResourceOfType(RoleAssignment, (assignment, _args, reportViolation) => {
    const role = GRANTING_ROLES.get(roleIdOf(assignment.roleDefinitionId));
    if (role === undefined) return;
    reportViolation(
      `Assign a role for the work at hand instead of ${role}: its holder can take any other.`,
    );
  }),
} satisfies ResourceValidationPolicy;
