/** The blueprint's rights, spelt out for one estate: each identity, its role, and the thing it is
 *  granted on. Pure, so that the program and the preview read the blueprint in one way.
 *  G1. A worker's right on its own subscription never becomes one on another worker's.
 *  G2. A right whose scope the program does not build yet stays in the list, without a place. */
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import {
  allWorkerIds,
  type Identity,
  identitiesOf,
} from "../../runtime/contract/blueprint/identities.ts";
import type { Right, Scope } from "../../runtime/contract/blueprint/right-shape.ts";
import { RIGHTS } from "../../runtime/contract/blueprint/rights.ts";
import { forWorker } from "../../runtime/contract/blueprint/subscriptions.ts";

/** Where a right holds, by the names of the blueprint. */
export type Place =
  | { readonly kind: "topic"; readonly topic: string }
  | { readonly kind: "subscription"; readonly topic: string; readonly subscription: string }
  | { readonly kind: "identity"; readonly identity: string };

export type Grant = {
  readonly identity: Identity;
  readonly role: Right["role"];
  readonly scope: Scope;
  /** Null while the program does not build what the scope names. */
  readonly place: Place | null;
  readonly reason: string;
};

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

const COMPONENT_NAMES: readonly ComponentName[] = Object.keys(COMPONENTS).filter(isComponentName);

export const allIdentities = (workers: readonly string[]): readonly Identity[] =>
  COMPONENT_NAMES.flatMap((component) => identitiesOf(component, workers));

function placesOf(
  scope: Scope,
  holder: Identity,
  workers: readonly string[],
): readonly (Place | null)[] {
  switch (scope.kind) {
    case "topic":
      return [{ kind: "topic", topic: scope.topic }];
    case "subscription": {
      const own = holder.workerId === null ? allWorkerIds(workers) : [holder.workerId];
      const names = new Set(own.map((id) => forWorker(scope.subscription, id)));
      const { kind, topic } = scope;
      return [...names].map((subscription) => ({ kind, topic, subscription }));
    }
    case "identity":
      return identitiesOf(scope.of, workers).map(({ name }) => ({
        kind: "identity",
        identity: name,
      }));
    default:
      return [null];
  }
}

export const grantsFor = (workers: readonly string[]): readonly Grant[] =>
  RIGHTS.flatMap(({ component, role, scope, reason }) =>
    identitiesOf(component, workers).flatMap((identity) =>
      placesOf(scope, identity, workers).map((place) => ({ identity, role, scope, place, reason })),
    ),
  );
