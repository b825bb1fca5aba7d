/** Hands everything that can be watched to what watches it, under the names of watched.ts. */
import type * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import type { Ground } from "../ground/ground.ts";
import { Monitoring } from "../monitoring/monitoring.ts";
import { watchedOf } from "../monitoring/watched.ts";
import type { Compute } from "./compute.ts";
import type { Pools } from "./pools.ts";

export type WatchArgs = {
  readonly estate: Estate;
  readonly ground: Ground;
  readonly pools: Pools;
  readonly compute: Compute;
};

type Named = readonly [name: string, resource: pulumi.Resource];

export function watch({ estate, ground, pools, compute }: WatchArgs): void {
  const { vaults, storage } = ground;
  const own: readonly Named[] = [
    ["bus", ground.messaging],
    ["vault", vaults.platform],
    ["scenario-vault", vaults.scenarios ?? vaults.platform],
    ["registry", ground.registry.registry],
    ["database", ground.database.database],
    ["environment-workers", pools.workers.environment],
    ...(pools.agents === null
      ? []
      : [["environment-agents", pools.agents.environment] satisfies Named]),
    ...[...storage.accounts].map(([owner, account]): Named => [`storage-${owner}`, account]),
    ...[...compute.functions.sites].map(([name, site]): Named => [`function-${name}`, site]),
  ];
  // The network is one whole: its parts are made in order, and watched when all are there.
  const network = watchedOf(estate).map(({ name }): Named => [name, ground.network]);
  new Monitoring("monitoring", {
    estate,
    workspace: ground.observability.workspace,
    watched: new Map([...network, ...own]),
    groups: pools.groups,
  });
}
