/** Without one its holder takes Owner in a second step. Both adding and removing must be
 *  bounded. */
import type { RoleAssignmentArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { GRANTING_ROLES, roleIdOf, TAKING_ROLES } from "./role-ids.ts";

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export const grantingHasCondition = {
  name: "granting-has-condition",
  displayName: "Granting has a condition",
  description:
    "A role that can grant roles is assigned only with a condition that bounds what it grants.",
  severity: "critical",
  validateResource: onType<RoleAssignmentArgs>("authorization:RoleAssignment", (props, report) => {
    const role = GRANTING_ROLES.get(roleIdOf(props.roleDefinitionId));
    if (role === undefined) return;
    const { condition = "", conditionVersion } = props;
    const bounded =
      conditionVersion === "2.0" &&
      condition.includes("roleAssignments/write") &&
      condition.includes("roleAssignments/delete") &&
      condition.includes("RoleDefinitionId");
    if (!bounded)
      report(
        `Give ${role} a condition on what it may grant and remove: else it grants itself all.`,
      );
    const ids = condition.toLowerCase().match(GUID) ?? [];
    if (ids.some((id) => TAKING_ROLES.has(id) || GRANTING_ROLES.has(id)))
      report("Leave roles that grant roles out of the condition: they could be handed on.");
  }),
} satisfies ResourceValidationPolicy;
