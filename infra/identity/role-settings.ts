/** Roles by id: Azure's own, and the few of ours where none of Azure's is narrow enough. Pure.
 *  R1. Whoever may assign roles may assign only those its delegation lists, under a condition
 *      a right to assign roles without one is a bug, and stops the program. */
import { createHash } from "node:crypto";
import {
  CONDITION_VERSION,
  DELEGATIONS,
  delegationCondition,
} from "../../runtime/contract/blueprint/delegation.ts";
import {
  BUILT_IN_ROLES,
  CUSTOM_ROLES,
  type CustomRole,
  type RoleName,
} from "../../runtime/contract/blueprint/roles.ts";
import type { Estate } from "../estate.ts";
import type { Grant, Place } from "./grants.ts";

type CustomRoleName = keyof typeof CUSTOM_ROLES;

const ROLE_DEFINITIONS = "providers/Microsoft.Authorization/roleDefinitions";
const ASSIGNS_ROLES: RoleName = "Role Based Access Control Administrator";

const isCustom = (role: RoleName): role is CustomRoleName => Object.hasOwn(CUSTOM_ROLES, role);

/** The widest place each of our roles can be assigned on: where its one holder has it. */
const SCOPES = {
  "Drover Scenario Cleaner": (estate: Estate) =>
    `/subscriptions/${estate.config.target.subscriptionId}`,
  "Drover Environment Joiner": (estate: Estate) => estate.groupIdOf(estate.resourceGroupName),
  "Drover Subnet Joiner": (estate: Estate) => estate.groupIdOf(estate.resourceGroupName),
} as const satisfies Readonly<Record<CustomRoleName, (estate: Estate) => string>>;

/** Known beforehand, and another one for each estate. */
function customRoleId(estate: Estate, role: CustomRoleName): string {
  const parts = JSON.stringify([estate.project, estate.config.stack, SCOPES[role](estate), role]);
  const hex = createHash("sha256").update(parts).digest("hex");
  // The digits of version and variant, so that it is a GUID in every reader's eyes.
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...groups, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

export type RoleSettings = {
  readonly role: CustomRoleName;
  readonly roleDefinitionId: string;
  readonly roleName: string;
  readonly description: string;
  readonly scope: string;
  readonly permissions: readonly Omit<CustomRole, "description">[];
};

/** Role names are shared by a whole tenant, so they carry the estate's. */
export const customRoles = (estate: Estate): readonly RoleSettings[] =>
  Object.keys(CUSTOM_ROLES)
    .filter((role): role is CustomRoleName => Object.hasOwn(CUSTOM_ROLES, role))
    .map((role) => {
      const { description, actions, notActions } = CUSTOM_ROLES[role];
      return {
        role,
        roleDefinitionId: customRoleId(estate, role),
        roleName: `${role} (${estate.project} ${estate.config.stack})`,
        description,
        scope: SCOPES[role](estate),
        permissions: [{ actions, notActions }],
      };
    });

/** As an assignment names its role. Azure's own are known in every subscription by the same id;
 *  Azure writes them down with the one in which they are assigned, and so does this: another would
 *  be a change at every update. */
export function roleDefinitionId(estate: Estate, role: RoleName, on: Place): string {
  if (isCustom(role)) {
    const scope = SCOPES[role](estate);
    return `${scope}/${ROLE_DEFINITIONS}/${customRoleId(estate, role)}`;
  }
  const { subscriptionId } = on.kind === "target-subscription" ? estate.config.target : estate;
  return `/subscriptions/${subscriptionId}/${ROLE_DEFINITIONS}/${BUILT_IN_ROLES[role]}`;
}

/** Empty for every role that assigns none. */
export function conditionOf({ role, scope, identity }: Grant) {
  if (role !== ASSIGNS_ROLES) return {};
  const delegation = DELEGATIONS.find(
    ({ holder, scope: on }) => holder === identity.component && on.kind === scope.kind,
  );
  if (delegation === undefined)
    throw new Error(`${identity.name} may assign roles on ${scope.kind} without a condition`);
  return { condition: delegationCondition(delegation), conditionVersion: CONDITION_VERSION };
}
