/** Without one its holder takes Owner in a second step. Both adding and removing must be
 *  bounded. One more "OR true" undoes a condition that says all the right words, so it is not
 *  searched for words: it has the one known form, in whatever white space. */
import type { RoleAssignmentArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";
import { GRANTING_ROLES, roleIdOf, TAKING_ROLES } from "./role-ids.ts";

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const ASSIGNMENTS = "Microsoft.Authorization/roleAssignments";

/** Each action only for the listed roles, and only to services. */
const half = (verb: string, attributes: string, ids: string): string =>
  `((!(ActionMatches{'${ASSIGNMENTS}/${verb}'})) OR ` +
  `(${attributes}[${ASSIGNMENTS}:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {${ids}} AND ` +
  `${attributes}[${ASSIGNMENTS}:PrincipalType] ` +
  "ForAnyOfAnyValues:StringEqualsIgnoreCase {'ServicePrincipal'}))";

/** White space means nothing beside brackets and commas. */
const compact = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([(){},]) ?/g, "$1");

/** The known form, for the roles that the condition itself lists. */
function isBounded(condition: string): boolean {
  const ids = (/GuidEquals\s*\{([^}]*)\}/.exec(condition)?.[1] ?? "").split(",");
  const listed = ids.map((id) => id.trim());
  if (!listed.every((id) => id.toLowerCase().match(GUID)?.[0] === id.toLowerCase())) return false;
  const list = listed.join(", ");
  const form = `${half("write", "@Request", list)} AND ${half("delete", "@Resource", list)}`;
  return compact(condition) === compact(form);
}

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
    if (conditionVersion !== "2.0" || !isBounded(condition))
      report(
        `Give ${role} the known condition, which lists the roles it may grant to services and ` +
          "remove again: else it grants itself all.",
      );
    const ids = condition.toLowerCase().match(GUID) ?? [];
    if (ids.some((id) => TAKING_ROLES.has(id) || GRANTING_ROLES.has(id)))
      report("Leave roles that grant roles out of the condition: they could be handed on.");
  }),
} satisfies ResourceValidationPolicy;
