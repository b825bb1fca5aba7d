/** Which workers are registered and which limits are set: kept for some seconds, and read anew at
 *  once after a change made here. What another process changed is seen when they are over. */
import type { WorkerManifest } from "../contract/manifest.ts";
import { ok, type Result } from "../contract/result.ts";
import type { Offered } from "../domain/engine/world.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Workers } from "../store/workers.ts";
import type { Clock } from "../time/clock.ts";

export type Facts = {
  readonly workers: ReadonlyMap<string, Offered>;
  /** Keys with a limit for the whole platform. */
  readonly limited: ReadonlySet<string>;
};

export type Catalog = {
  readonly facts: () => Promise<Result<Facts, StoreFailure>>;
  /** The next one who asks reads. */
  readonly forget: () => void;
};

/** Longest time that another process's change may stay unseen. */
const CATALOG_MS = 5_000;

export function openCatalog(workers: Workers, clock: Clock): Catalog {
  let kept: { readonly facts: Facts; readonly until: number } | null = null;
  let change = 0;
  return {
    facts: async () => {
      const now = clock.now().getTime();
      if (kept !== null && now < kept.until && kept.until <= now + CATALOG_MS)
        return ok(kept.facts);
      const asOf = change;
      const read = await readFacts(workers);
      if (read.ok && asOf === change) kept = { facts: read.value, until: now + CATALOG_MS };
      return read;
    },
    forget: () => {
      change += 1;
      kept = null;
    },
  };
}

async function readFacts(workers: Workers): Promise<Result<Facts, StoreFailure>> {
  const registered = await workers.registered();
  if (!registered.ok) return registered;
  const limits = await workers.limits();
  if (!limits.ok) return limits;
  const offers = registered.value.map(
    ({ manifest }) => [manifest.workerId, offeredBy(manifest)] as const,
  );
  return ok({ workers: new Map(offers), limited: new Set(limits.value.keys()) });
}

/** What is offered wins over what is said to be switched off. */
function offeredBy({ functions, switchedOff = [] }: WorkerManifest): Offered {
  const off: Offered = new Map(
    switchedOff.map(({ name, capability }) => [name, { disabledCapability: capability }]),
  );
  return new Map([
    ...off,
    ...functions.map(({ name, idempotency }) => [name, idempotency] as const),
  ]);
}
