/** A data role on the namespace, or anything wider, lets one worker read the jobs of another and
 *  forge anybody's messages. It belongs on a topic, a queue or a subscription. */
import type { RoleAssignmentArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { BUS_DATA_ROLES, roleIdOf } from "./role-ids.ts";

const ENTITY = /\/namespaces\/[^/]+\/(?:topics|queues)\/[^/]+/i;

export const dataRolesOnEntities = {
  name: "data-roles-on-entities",
  displayName: "Service Bus data roles on topics and subscriptions",
  description: "Service Bus data roles are assigned on an entity, never on a whole namespace.",
  severity: "high",
  validateResource: onType<RoleAssignmentArgs>(
    "authorization:RoleAssignment",
    (assignment, report) => {
      const role = BUS_DATA_ROLES.get(roleIdOf(assignment.roleDefinitionId));
      if (role === undefined || ENTITY.test(assignment.scope)) return;
      report(
        `Assign ${role} on the topic or subscription that is used: here it covers every message.`,
      );
    },
  ),
} satisfies ResourceValidationPolicy;
