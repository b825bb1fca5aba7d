/** What HayMaker's worker may hand on. Wherever it may assign roles, a condition says which
 *  ones: only these, only to service principals, for adding and for removing alike. What
 *  is handed on cannot be handed on again: none of these roles can assign a role. */
import type { ComponentName } from "./components.ts";
import type { Scope } from "./right-shape.ts";
import { BUILT_IN_ROLES, type BuiltInRole } from "./roles.ts";

export type Delegation = {
  readonly holder: ComponentName;
  readonly scope: Scope;
  readonly allowedRoles: readonly BuiltInRole[];
  /** Where a scenario's identity receives the role. */
  readonly grantedOn: string;
  readonly reason: string;
  readonly when: "always" | "scenario-secrets";
};

export const DELEGATIONS: readonly Delegation[] = [
  {
    holder: "haymaker-worker",
    scope: { kind: "target-subscription" },
    allowedRoles: ["Contributor"],
    grantedOn: "the resource group of one scenario of one run",
    reason: "The scenario deploys, operates and removes its resources there.",
    when: "always",
  },
  {
    holder: "haymaker-worker",
    scope: { kind: "scenario-vault" },
    allowedRoles: ["Key Vault Secrets User"],
    grantedOn: "the secret of one scenario of one run",
    reason: "The agent's secret reference is resolved with the scenario's identity.",
    when: "scenario-secrets",
  },
];

export const CONDITION_VERSION = "2.0";

const ASSIGNMENTS = "Microsoft.Authorization/roleAssignments";

const half = (verb: "write" | "delete", attributes: "@Request" | "@Resource", ids: string) =>
  `((!(ActionMatches{'${ASSIGNMENTS}/${verb}'})) OR ` +
  `(${attributes}[${ASSIGNMENTS}:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {${ids}} AND ` +
  `${attributes}[${ASSIGNMENTS}:PrincipalType] ` +
  `ForAnyOfAnyValues:StringEqualsIgnoreCase {'ServicePrincipal'}))`;

/** The condition of a delegation as Azure reads it. */
export function delegationCondition(delegation: Delegation): string {
  const ids = delegation.allowedRoles.map((role) => BUILT_IN_ROLES[role]).join(", ");
  return `${half("write", "@Request", ids)} AND ${half("delete", "@Resource", ids)}`;
}
