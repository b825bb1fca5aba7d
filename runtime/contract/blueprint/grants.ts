/** From rights to the role assignments of one estate: patterns are filled in for its worker ids.
 *  Infra assigns the result, the offline preview compares a plan with it. Pure. */
import { COMPONENTS, type ComponentName } from "./components.ts";
import { allWorkerIds, type Identity, identitiesOf } from "./identities.ts";
import type { Right, Scope } from "./right-shape.ts";
import { RIGHTS } from "./rights.ts";
import { SECRETS } from "./secrets.ts";
import { forWorker } from "./subscriptions.ts";

export type Grant = {
  readonly identity: Identity;
  readonly right: Right;
  /** The worker id that fills the scope's pattern; null when the scope has none. */
  readonly workerId: string | null;
};

export type EstateOptions = {
  readonly workerIds: readonly string[];
  readonly scenarioSecrets: boolean;
};

/** What a scope is called inside its kind, `{workerId}` included where it is a pattern. */
export function scopeName(scope: Scope): string {
  switch (scope.kind) {
    case "topic":
      return scope.topic;
    case "subscription":
      return `${scope.topic}/${scope.subscription}`;
    case "secret":
      return SECRETS[scope.secret].name;
    case "container":
      return scope.container;
    case "table":
      return scope.table;
    case "resource-group":
      return scope.group;
    case "environment":
      return scope.environment;
    case "identity":
      return scope.of;
    case "registry":
    case "telemetry":
    case "target-subscription":
    case "scenario-vault":
      return "";
  }
}

const isWorker = (component: ComponentName): boolean => {
  const declared = COMPONENTS[component];
  return declared.kind === "container-app" && declared.workers.kind !== "none";
};

/** A worker's pattern means its own id; anybody else's means every worker there is. */
function grantsOfRight(right: Right, workerIds: readonly string[]): readonly Grant[] {
  const isPattern = scopeName(right.scope).includes("{workerId}");
  return identitiesOf(right.component, workerIds).flatMap((identity) => {
    if (!isPattern) return [{ identity, right, workerId: null }];
    const ids = isWorker(right.component) ? [identity.workerId] : allWorkerIds(workerIds);
    return ids.map((workerId) => ({ identity, right, workerId }));
  });
}

export function grantsOf(options: EstateOptions): readonly Grant[] {
  return RIGHTS.filter((right) => right.when === "always" || options.scenarioSecrets).flatMap(
    (right) => grantsOfRight(right, options.workerIds),
  );
}

/** One line a person can compare: `subscription worker-jobs/worker-01`, `registry`. */
export function scopeText(scope: Scope, workerId: string | null): string {
  const name = scopeName(scope);
  const filled = workerId === null ? name : forWorker(name, workerId);
  return filled === "" ? scope.kind : `${scope.kind} ${filled}`;
}
