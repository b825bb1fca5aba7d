/** Who may do what: the role assignments of a plan beside the rights of the blueprint.
 *  R1. A planned assignment that no right asks for is in excess, also on a scope that is merely
 *      wider than the right's, or without the condition that bounds what may be handed on.
 *  R2. Rights of a component without code wait for it: granted earlier they are in excess. */
import { type Grant, type GrantOptions, grantsFor } from "../identity/grants.ts";
import { placeKey } from "../identity/places.ts";
import { plannedRoles } from "../identity/planned-roles.ts";
import { scopePlaces } from "../identity/scope-places.ts";
import { type ByUrn, byUrnOf, ownName } from "./own-name.ts";
import type { Json, PlannedResource } from "./planned-resource.ts";
import { withoutCodeIn } from "./without-code.ts";

export type RightState = "equal" | "excess" | "missing" | "waits for code";

export type RightRow = {
  readonly holder: string;
  readonly role: string;
  readonly on: string;
  readonly state: RightState;
};

const ASSIGNMENT = "azure-native:authorization:RoleAssignment";

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

function holderOf(assignment: PlannedResource, byUrn: ByUrn): string {
  const [urn = ""] = assignment.propertyDependencies["principalId"] ?? [];
  const identity = byUrn.get(urn);
  if (identity !== undefined) return ownName(identity, byUrn);
  return text(assignment.inputs["principalId"]) || "somebody outside the program";
}

export type Right = Omit<RightRow, "state">;

const keyOf = ({ holder, role, on }: Right): string => JSON.stringify([holder, role, on]);

/** A scope that is nothing planned keeps Azure's id. */
function plannedRights(resources: readonly PlannedResource[]): readonly Right[] {
  const byUrn = byUrnOf(resources);
  const assignments = resources.filter(({ type }) => type === ASSIGNMENT);
  const scopes = assignments.map(({ inputs }) => text(inputs["scope"]));
  const things = resources.map((resource) => ({
    type: resource.type,
    inputs: resource.inputs,
    ownName: ownName(resource, byUrn),
  }));
  const placeOf = scopePlaces(things, scopes);
  const roleOf = plannedRoles(resources);
  return assignments.map((assignment) => {
    const scope = text(assignment.inputs["scope"]);
    return {
      holder: holderOf(assignment, byUrn),
      role: roleOf(assignment.inputs),
      on: placeOf(scope) ?? scope,
    };
  });
}

const rightOf = ({ identity, role, place }: Grant): Right => ({
  holder: identity.name,
  role,
  on: placeKey(place),
});

const byText = (a: Right, b: Right): number => (keyOf(a) < keyOf(b) ? -1 : 1);

const rowOf = ({ holder, role, on }: Right, state: RightState): RightRow => ({
  holder,
  role,
  on,
  state,
});

export function compareRights(
  resources: readonly PlannedResource[],
  workers: readonly string[],
  options: GrantOptions,
): readonly RightRow[] {
  const planned = plannedRights(resources);
  const plannedKeys = new Set(planned.map(keyOf));
  const withoutCode = withoutCodeIn(resources);
  const isWaiting = ({ identity }: Grant): boolean => withoutCode.has(identity.component);
  const all = grantsFor(workers, options);
  const waiting = all.filter(isWaiting).map(rightOf);
  const wanted = all.filter((grant) => !isWaiting(grant)).map(rightOf);
  const wantedKeys = new Set(wanted.map(keyOf));
  return [
    ...waiting.map((right) => rowOf(right, "waits for code")),
    ...wanted.map((right) => rowOf(right, plannedKeys.has(keyOf(right)) ? "equal" : "missing")),
    ...planned.filter((row) => !wantedKeys.has(keyOf(row))).map((row) => rowOf(row, "excess")),
  ].toSorted(byText);
}

export type RightsChange = { readonly gained: readonly Right[]; readonly lost: readonly Right[] };

/** Who could do what before and cannot any more, and the other way round. */
export function rightsChange(
  before: readonly PlannedResource[],
  after: readonly PlannedResource[],
): RightsChange {
  const [then, now] = [plannedRights(before), plannedRights(after)];
  const beyond = (some: readonly Right[], others: readonly Right[]): readonly Right[] => {
    const known = new Set(others.map(keyOf));
    return some
      .filter((right) => !known.has(keyOf(right)))
      .map(({ holder, role, on }) => ({ holder, role, on }))
      .toSorted(byText);
  };
  return { gained: beyond(now, then), lost: beyond(then, now) };
}
