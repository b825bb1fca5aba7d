/** From a planned assignment to the blueprint's name of its role. Pure.
 *  P1. A role of ours is known by what it may do, not by what it is called: one that may do
 *      something else keeps its own name and is seen as one that the blueprint does not know.
 *  P2. A right to assign roles counts as the blueprint's only under the blueprint's condition. */
import {
  CONDITION_VERSION,
  DELEGATIONS,
  delegationCondition,
} from "../../runtime/contract/blueprint/delegation.ts";
import { BUILT_IN_ROLES, CUSTOM_ROLES } from "../../runtime/contract/blueprint/roles.ts";

type Inputs = Readonly<Record<string, unknown>>;

export type PlannedInputs = { readonly type: string; readonly inputs: Inputs };

const DEFINITION = "azure-native:authorization:RoleDefinition";
const ASSIGNS_ROLES = "Role Based Access Control Administrator";

const BUILT_IN: readonly (readonly [string, string])[] = Object.entries(BUILT_IN_ROLES).map(
  ([name, id]) => [id, name],
);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Equal texts for equal permissions, in whatever order they are written. */
function permissionsText(permissions: unknown): string {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const one = (value: unknown): string => {
    const entries = Object.entries(value ?? {}).filter(([, actions]) => list(actions).length > 0);
    const sorted = entries.map(([key, actions]) => [key, list(actions).map(String).toSorted()]);
    return JSON.stringify(sorted.toSorted());
  };
  return list(permissions).map(one).toSorted().join();
}

const CUSTOM: ReadonlyMap<string, string> = new Map(
  Object.entries(CUSTOM_ROLES).map(([name, { actions, notActions }]) => [
    permissionsText([{ actions, notActions }]),
    name,
  ]),
);

const CONDITIONS: ReadonlySet<string> = new Set(DELEGATIONS.map(delegationCondition));

const isBound = ({ condition, conditionVersion }: Inputs): boolean =>
  CONDITIONS.has(text(condition)) && conditionVersion === CONDITION_VERSION;

/** Takes the inputs of an assignment. */
export function plannedRoles(resources: readonly PlannedInputs[]): (assignment: Inputs) => string {
  const custom = resources
    .filter(({ type }) => type === DEFINITION)
    .map(({ inputs }) => {
      const name = CUSTOM.get(permissionsText(inputs["permissions"]));
      return [text(inputs["roleDefinitionId"]), name ?? text(inputs["roleName"])] as const;
    });
  const names = new Map([...BUILT_IN, ...custom]);
  return (assignment) => {
    const id = text(assignment["roleDefinitionId"]).split("/").at(-1) ?? "";
    const name = names.get(id) ?? id;
    return name === ASSIGNS_ROLES && !isBound(assignment) ? `${name}, unbound` : name;
  };
}
