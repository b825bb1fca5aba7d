/** On a subscription a role reaches what other teams own, and what does not exist yet. So what may
 *  be assigned there is listed; whatever is not listed is refused, also a role that Azure adds
 *  tomorrow. On a management group nothing may. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { isWord } from "../resource-rule.ts";
import { each, ofTypes } from "../stack-rule.ts";
import { roleIdOf, SUBSCRIPTION_ROLES } from "./role-ids.ts";
import { isDefinedAs } from "./role-names.ts";

const NARROW = /\/resourceGroups\/[^/]+/i;
const SUBSCRIPTION = /^\/subscriptions\/[^/]+\/?$/i;

type Permission = {
  readonly actions?: readonly string[];
  readonly dataActions?: readonly string[];
};

/** "Microsoft.KeyVault/*" is an administrator under another name; "*" before "/delete" is not. */
const isCounted = ({ actions = [], dataActions = [] }: Permission): boolean =>
  dataActions.length === 0 && actions.every((action) => !action.endsWith("*"));

export const noWideScope = {
  name: "no-wide-scope",
  displayName: "Rights are narrow",
  description:
    "Roles are assigned on a resource group at most; on a subscription only the granting of " +
    "roles within a condition, and roles of the stack's own that are made for it.",
  severity: "high",
  tags: ["Azure.RBAC.LimitOwner", "Azure.RBAC.LimitMGDelegation", "Azure.RBAC.UseRGDelegation"],
  validateStack: ({ resources }, report) => {
    const definitions = ofTypes(resources, "authorization:RoleDefinition");
    const isOwn = (id: string, scope: string): boolean => {
      const own = definitions.find((one) => isDefinedAs(id, one));
      if (own === undefined) return false;
      const permissions: readonly Permission[] = own.props["permissions"] ?? [];
      const scopes: readonly string[] = own.props["assignableScopes"] ?? [];
      return permissions.every(isCounted) && scopes.some((one) => isWord(one, scope));
    };
    each(ofTypes(resources, "authorization:RoleAssignment"), ({ props, urn }) => {
      const scope = String(props["scope"] ?? "");
      if (NARROW.test(scope)) return;
      const id = roleIdOf(String(props["roleDefinitionId"] ?? ""));
      if (SUBSCRIPTION.test(scope) && (SUBSCRIPTION_ROLES.has(id) || isOwn(id, scope))) return;
      report(
        `Assign the role ${id} on a resource group at most: on ${scope || "no scope"} it ` +
          "reaches what others own.",
        urn,
      );
    });
  },
} satisfies StackValidationPolicy;
