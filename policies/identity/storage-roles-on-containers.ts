/** On the account one app could read the logs, the packages and the host keys of every other use
 *  of it. */
import type { RoleAssignmentArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { roleIdOf, STORAGE_DATA_ROLES } from "./role-ids.ts";

const PART = /\/(?:blob|table|queue)Services\/default\/(?:containers|tables|queues)\/[^/]/i;

export const storageRolesOnContainers = {
  name: "storage-roles-on-containers",
  displayName: "Storage data roles on containers and tables",
  description:
    "Storage data roles are assigned on a container, table or queue, never on a whole account.",
  severity: "high",
  validateResource: onType<RoleAssignmentArgs>(
    "authorization:RoleAssignment",
    (assignment, report) => {
      const role = STORAGE_DATA_ROLES.get(roleIdOf(assignment.roleDefinitionId));
      if (role === undefined || PART.test(assignment.scope)) return;
      report(
        `Assign ${role} on the container or table that is used: here it covers the whole account.`,
      );
    },
  ),
} satisfies ResourceValidationPolicy;
