/** Lists of what nobody may hold never end. The blueprint lists what each component may do and
 *  where; an assignment that is not one of its rights is refused, whatever it is. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { RIGHTS } from "../../runtime/contract/blueprint/rights.ts";
import { each, ofTypes } from "../stack-rule.ts";
import { identityCalled, isMeant, ownNameOf } from "./blueprint-scopes.ts";
import { roleIdOf } from "./role-ids.ts";
import { roleNamed } from "./role-names.ts";

const WITHOUT_CODE = "drover:code:NotYetShipped";

/** Only who is planned in the stack can be told by name. */
function holderOf(assignment: PolicyResource): string {
  const sources = assignment.propertyDependencies["principalId"] ?? [];
  const [identity] = ofTypes(sources, "managedidentity:UserAssignedIdentity");
  return identity === undefined ? "" : ownNameOf(identity);
}

export const rightsInBlueprint = {
  name: "rights-in-blueprint",
  displayName: "Only rights of the blueprint",
  description:
    "A role is assigned only to an identity, and on a scope, for which the blueprint declares it.",
  severity: "high",
  validateStack: ({ resources }, report) => {
    const waiting = resources.filter(({ type }) => type === WITHOUT_CODE).map(({ name }) => name);
    each(ofTypes(resources, "authorization:RoleAssignment"), (assignment) => {
      const id = String(assignment.props["scope"] ?? "");
      const roleId = roleIdOf(String(assignment.props["roleDefinitionId"] ?? ""));
      const role = roleNamed(resources, roleId);
      const name = holderOf(assignment);
      const holder = identityCalled(name);
      const isDeclared =
        holder !== undefined &&
        !waiting.includes(holder.component) &&
        RIGHTS.some(
          (right) =>
            right.component === holder.component &&
            right.role === role &&
            isMeant({ resources, scope: right.scope, holder, id }),
        );
      if (isDeclared) return;
      report(
        `Take this assignment away, or declare it in the blueprint with its reason: there ` +
          `${name === "" ? "somebody outside the estate" : name} has no right to ` +
          `${role ?? `the role ${roleId}`} on ${id || "no scope"}.`,
        assignment.urn,
      );
    });
  },
} satisfies StackValidationPolicy;
