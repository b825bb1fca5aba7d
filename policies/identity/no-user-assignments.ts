/** People come and go; a group is managed where people are. Rights of people are given for a time
 *  (PIM), not by a program. */
import type { RoleAssignmentArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const noUserAssignments = {
  name: "no-user-assignments",
  displayName: "Rights belong to services and groups",
  description: "A role is assigned to a service or a group, never to one person.",
  severity: "medium",
  tags: ["Azure.RBAC.UseGroups"],
  validateResource: onType<RoleAssignmentArgs>(
    "authorization:RoleAssignment",
    ({ principalType }, report) => {
      if (isWord(principalType, "ServicePrincipal") || isWord(principalType, "Group")) return;
      report(
        "Set principalType to ServicePrincipal or Group: rights of one person outlive the job.",
      );
    },
  ),
} satisfies ResourceValidationPolicy;
