/** The blueprint's rights, spelt out for one estate: each identity, its role, and the thing it is
 *  granted on. Pure, so that the program and the preview read the blueprint in one way.
 *  G1. A worker's right on its own subscription, secret or telemetry never becomes one on
 *      another's; a container of a Functions host is the one in the holder's own account.
 *  G2. Rights that only secrets of scenarios, or only a network, need exist only where there are
 *      such secrets or such a network. */
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import {
  allWorkerIds,
  type Identity,
  identitiesOf,
} from "../../runtime/contract/blueprint/identities.ts";
import type { Right, RightCondition, Scope } from "../../runtime/contract/blueprint/right-shape.ts";
import { RIGHTS } from "../../runtime/contract/blueprint/rights.ts";
import { SECRETS } from "../../runtime/contract/blueprint/secrets.ts";
import { CONTAINERS, TABLES } from "../../runtime/contract/blueprint/storage.ts";
import { forWorker } from "../../runtime/contract/blueprint/subscriptions.ts";
import type { AccountOwner, EnvironmentName } from "../estate.ts";
import type { SubnetName } from "../network/subnets.ts";
import type { StackConfig } from "../stack-settings.ts";

/** Where a right holds, by the names of the blueprint. */
export type Place =
  | { readonly kind: "topic"; readonly topic: string }
  | { readonly kind: "subscription"; readonly topic: string; readonly subscription: string }
  | { readonly kind: "identity"; readonly identity: string }
  | { readonly kind: "secret"; readonly secret: string }
  | { readonly kind: "container"; readonly owner: AccountOwner; readonly container: string }
  | { readonly kind: "table"; readonly owner: AccountOwner; readonly table: string }
  | { readonly kind: "registry" }
  | { readonly kind: "telemetry"; readonly component: ComponentName }
  | { readonly kind: "resource-group"; readonly group: "agents" | "scaled" }
  | { readonly kind: "environment"; readonly environment: EnvironmentName }
  | { readonly kind: "target-subscription" }
  | { readonly kind: "subnet"; readonly subnet: SubnetName }
  | { readonly kind: "scenario-vault" };

export type Grant = {
  readonly identity: Identity;
  readonly role: Right["role"];
  readonly scope: Scope;
  readonly place: Place;
  readonly reason: string;
};

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

const COMPONENT_NAMES: readonly ComponentName[] = Object.keys(COMPONENTS).filter(isComponentName);

export const allIdentities = (workers: readonly string[]): readonly Identity[] =>
  COMPONENT_NAMES.flatMap((component) => identitiesOf(component, workers));

/** The subscriptions that a right on `worker-{workerId}` means for this holder. */
function subscriptionPlaces(
  { topic, subscription }: Extract<Scope, { kind: "subscription" }>,
  { workerId }: Identity,
  workers: readonly string[],
): readonly Place[] {
  const ids = workerId === null ? allWorkerIds(workers) : [workerId];
  const names = new Set(ids.map((id) => forWorker(subscription, id)));
  return [...names].map((name) => ({ kind: "subscription", topic, subscription: name }));
}

function containerPlace(container: keyof typeof CONTAINERS, { component }: Identity): Place {
  const { account } = CONTAINERS[container];
  return { kind: "container", owner: account === "host" ? component : account, container };
}

function tablePlace(table: keyof typeof TABLES): Place {
  return { kind: "table", owner: TABLES[table].account, table };
}

function placesOf(scope: Scope, holder: Identity, workers: readonly string[]): readonly Place[] {
  switch (scope.kind) {
    case "topic":
      return [{ kind: "topic", topic: scope.topic }];
    case "subscription":
      return subscriptionPlaces(scope, holder, workers);
    case "identity":
      return identitiesOf(scope.of, workers).map(({ name }) => ({
        kind: "identity",
        identity: name,
      }));
    case "secret": {
      const { name } = SECRETS[scope.secret];
      return [{ kind: "secret", secret: forWorker(name, holder.workerId ?? "") }];
    }
    case "container":
      return [containerPlace(scope.container, holder)];
    case "table":
      return [tablePlace(scope.table)];
    case "telemetry":
      return [{ kind: "telemetry", component: holder.component }];
    case "resource-group":
    case "environment":
    case "subnet":
    case "registry":
    case "target-subscription":
    case "scenario-vault":
      return [scope];
  }
}

/** What of a stack decides which rights exist. */
export type GrantOptions = {
  readonly scenarioSecrets: boolean;
  readonly privateNetwork: boolean;
};

export const grantOptionsOf = (
  config: Pick<StackConfig, "scenarioIdentity" | "network">,
): GrantOptions => ({
  scenarioSecrets: config.scenarioIdentity === "secret",
  privateNetwork: config.network === "private",
});

const exists = (when: RightCondition, options: GrantOptions): boolean => {
  switch (when) {
    case "always":
      return true;
    case "scenario-secrets":
      return options.scenarioSecrets;
    case "private-network":
      return options.privateNetwork;
  }
};

export const grantsFor = (workers: readonly string[], options: GrantOptions): readonly Grant[] =>
  RIGHTS.filter(({ when }) => exists(when, options)).flatMap(({ component, role, scope, reason }) =>
    identitiesOf(component, workers).flatMap((identity) =>
      placesOf(scope, identity, workers).map((place) => ({
        identity,
        role,
        scope,
        place,
        reason,
      })),
    ),
  );
