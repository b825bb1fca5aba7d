/** Whoever is given a role of Graph's, or of another company app, reads or rules the directory. An
 *  estate hands out the roles of its own API and no others. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { each, refersTo } from "../stack-rule.ts";

const ASSIGNMENT = "azuread:index/appRoleAssignment:AppRoleAssignment";
const PRINCIPAL = "azuread:index/servicePrincipal:ServicePrincipal";
const APPLICATION = "azuread:index/application:Application";

/** A principal may also stand for an app of somebody else's, as Graph's does. */
function ownPrincipals(resources: readonly PolicyResource[]): readonly PolicyResource[] {
  const apps = resources.filter(({ type }) => type === APPLICATION);
  return resources.filter(
    (one) => one.type === PRINCIPAL && apps.some((app) => refersTo(one, "clientId", app)),
  );
}

export const entraOwnRoles = {
  name: "entra-own-roles",
  displayName: "App roles of our own apps only",
  description: "App roles are assigned only of apps that the stack itself registers.",
  severity: "critical",
  validateStack: ({ resources }, report) => {
    const own = ownPrincipals(resources);
    each(
      resources.filter(({ type }) => type === ASSIGNMENT),
      (assignment) => {
        if (own.some((principal) => refersTo(assignment, "resourceObjectId", principal))) return;
        report(
          "Take the assignment away: a role of an app that is not ours, such as Graph, reaches " +
            "beyond the estate, and who administers the directory gives it.",
          assignment.urn,
        );
      },
    );
  },
} satisfies StackValidationPolicy;
