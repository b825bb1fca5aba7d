/** Without it everybody of the tenant holds a token for the API, and only our own code stands
 *  between. Clients have no roles: nobody asks for a token for them. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { isSet } from "../resource-rule.ts";
import { each, refersTo } from "../stack-rule.ts";

const APPLICATION = /^azuread:index\/application:Application$/;
const PRINCIPAL = /^azuread:index\/servicePrincipal:ServicePrincipal$/;

export const entraAssignment = {
  name: "entra-assignment-required",
  displayName: "Who has no role gets no token",
  description:
    "The service of an application with roles gives tokens only to whom one was assigned.",
  severity: "high",
  validateStack: ({ resources }, report) => {
    const applications = resources.filter(({ type }) => APPLICATION.test(type));
    const isClient = (application: PolicyResource): boolean =>
      !isSet(application.props, "appRoles");
    each(
      resources.filter(({ type }) => PRINCIPAL.test(type)),
      (principal) => {
        const own = applications.filter((one) => refersTo(principal, "clientId", one));
        if (own.length > 0 && own.every(isClient)) return;
        if (principal.props["appRoleAssignmentRequired"] === true) return;
        report(
          "Set appRoleAssignmentRequired to true: who has no role gets no token.",
          principal.urn,
        );
      },
    );
  },
} satisfies StackValidationPolicy;
