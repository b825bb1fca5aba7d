/** One user-assigned identity for each component, made before the component so that its rights
 *  exist when it first starts. A worker has one for each worker id; scenario identities are made
 *  and removed by runs and appear here as a pattern only. */
import { COMPONENTS, type ComponentName, RESERVED_WORKER_IDS } from "./components.ts";
import { forWorker } from "./subscriptions.ts";

export type Identity = {
  readonly name: string;
  readonly component: ComponentName;
  /** The worker id it belongs to; null for all but workers. */
  readonly workerId: string | null;
};

const WORKER_IDENTITY = "worker-{workerId}";

/** All worker ids of an estate: the configured ones and those that components of ours hold. */
export function allWorkerIds(configured: readonly string[]): readonly string[] {
  const taken = RESERVED_WORKER_IDS.find((id) => configured.includes(id));
  if (taken !== undefined) throw new Error(`the worker id "${taken}" belongs to the platform`);
  return [...configured, ...RESERVED_WORKER_IDS];
}

/** The identities of one component in an estate with these configured worker ids. */
export function identitiesOf(
  component: ComponentName,
  workerIds: readonly string[],
): readonly Identity[] {
  const declared = COMPONENTS[component];
  const workers =
    declared.kind === "container-app" ? declared.workers : ({ kind: "none" } as const);
  switch (workers.kind) {
    case "none":
      return [{ name: component, component, workerId: null }];
    case "reserved":
      return [{ name: component, component, workerId: workers.id }];
    case "each":
      return workerIds.map((workerId) => ({
        name: forWorker(WORKER_IDENTITY, workerId),
        component,
        workerId,
      }));
  }
}

/** Names that runs make, each ending in the first eight digits of the run id, because runs
 *  overlap and a deleted name stays taken. */
export const SCENARIO_NAMES = {
  identity: "AzureHayMaker-{scenarioName}-admin-{run8}",
  resourceGroup: "AzureHayMaker-{scenarioName}-rg-{run8}",
  job: "a-{scenarioName}-{hash}-{run8}",
} as const;
