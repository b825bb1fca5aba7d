/** Who may do what: the role assignments of a plan beside the rights of the blueprint.
 *  R1. A planned assignment that no right asks for is in excess, also on a scope that is merely
 *      wider than the right's. */
import { BUILT_IN_ROLES } from "../../runtime/contract/blueprint/roles.ts";
import { type Grant, grantsFor } from "../identity/grants.ts";
import { placeKey } from "../identity/places.ts";
import { type ByUrn, byUrnOf, ownName } from "./own-name.ts";
import type { Json, PlannedResource } from "./planned-resource.ts";

export type RightState = "equal" | "excess" | "missing" | "not in the program yet";

export type RightRow = {
  readonly holder: string;
  readonly role: string;
  readonly on: string;
  readonly state: RightState;
};

const ASSIGNMENT = "azure-native:authorization:RoleAssignment";
const IDENTITY = "azure-native:managedidentity:UserAssignedIdentity";
const TOPIC = "azure-native:servicebus:Topic";
const SUBSCRIPTION = "azure-native:servicebus:Subscription";

const ROLE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(BUILT_IN_ROLES).map(([name, id]) => [id, name]),
);

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** The end of the id that Azure will give a planned resource, and how people call it. */
function idEnd(resource: PlannedResource, byUrn: ByUrn): readonly [string, string] | null {
  const { namespaceName, topicName, subscriptionName, resourceName } = resource.inputs;
  const topic = `topics/${text(topicName)}`;
  const bus = `/Microsoft.ServiceBus/namespaces/${text(namespaceName)}`;
  switch (resource.type) {
    case TOPIC:
      return [`${bus}/${topic}`, topic];
    case SUBSCRIPTION: {
      const key = `${topic}/subscriptions/${text(subscriptionName)}`;
      return [`${bus}/${key}`, key];
    }
    case IDENTITY: {
      const id = `/Microsoft.ManagedIdentity/userAssignedIdentities/${text(resourceName)}`;
      return [id, `identities/${ownName(resource, byUrn)}`];
    }
    default:
      return null;
  }
}

/** The scope by its name in the blueprint, or as it is when it is nothing that is planned. */
function placeOf(scope: string, ends: ReadonlyMap<string, string>): string {
  const provider = scope.lastIndexOf("/providers/");
  return ends.get(scope.slice(provider + "/providers".length)) ?? scope;
}

function holderOf(assignment: PlannedResource, byUrn: ByUrn): string {
  const [urn = ""] = assignment.propertyDependencies["principalId"] ?? [];
  const identity = byUrn.get(urn);
  if (identity !== undefined) return ownName(identity, byUrn);
  return text(assignment.inputs["principalId"]) || "somebody outside the program";
}

type Wanted = Omit<RightRow, "state">;

const keyOf = ({ holder, role, on }: Wanted): string => JSON.stringify([holder, role, on]);

function plannedRights(resources: readonly PlannedResource[]): readonly Wanted[] {
  const byUrn = byUrnOf(resources);
  const ends = new Map(resources.map((r) => idEnd(r, byUrn)).filter((end) => end !== null));
  return resources
    .filter(({ type }) => type === ASSIGNMENT)
    .map((assignment) => {
      const roleId = text(assignment.inputs["roleDefinitionId"]).split("/").at(-1) ?? "";
      return {
        holder: holderOf(assignment, byUrn),
        role: ROLE_NAMES.get(roleId) ?? roleId,
        on: placeOf(text(assignment.inputs["scope"]), ends),
      };
    });
}

/** A scope without a place is shown by its kind and what it names: `secret worker-certificate`. */
const describeScope = ({ scope, place }: Grant): string =>
  place === null ? Object.values(scope).join(" ") : placeKey(place);

const byText = (a: RightRow, b: RightRow): number => (keyOf(a) < keyOf(b) ? -1 : 1);

export function compareRights(
  resources: readonly PlannedResource[],
  workers: readonly string[],
): readonly RightRow[] {
  const planned = plannedRights(resources);
  const plannedKeys = new Set(planned.map(keyOf));
  const stateOf = ({ place }: Grant, wanted: Wanted): RightState => {
    if (plannedKeys.has(keyOf(wanted))) return "equal";
    return place === null ? "not in the program yet" : "missing";
  };
  const expected = grantsFor(workers).map((grant) => {
    const wanted = { holder: grant.identity.name, role: grant.role, on: describeScope(grant) };
    return { ...wanted, state: stateOf(grant, wanted) };
  });
  const expectedKeys = new Set(expected.map(keyOf));
  const excess = planned
    .filter((row) => !expectedKeys.has(keyOf(row)))
    .map((row) => ({ ...row, state: "excess" as const }));
  return [...expected, ...excess].toSorted(byText);
}
