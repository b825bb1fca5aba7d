/** Deals the shares of every limit among the batches, under a lease: only one deals.
 *  B1. First what is lowered, then, after asking again what batches hold, what is raised: between
 *      the two a batch may have sent as many jobs as it was allowed (D4 of deal.ts).
 *  B2. A share is an input to its batch like any other, so it is in the log, and a dealer whose
 *      lease was lost commits nothing (I32).
 *  B3. A lifted limit is lifted from whoever still has a share of it, also after a crash. */
import type { Settlement } from "../bus/lock.ts";
import type { BatchId } from "../contract/ids.ts";
import { ok, type Result } from "../contract/result.ts";
import type { By } from "../domain/engine/inputs.ts";
import type { SlotRow } from "../domain/engine/rows.ts";
import type { Engine, Item } from "../engine/engine.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { LeaseToken } from "../store/loaded.ts";
import type { Store } from "../store/store.ts";
import { lowered, raised } from "./deal.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";

const BY: By = { actor: "engine", cause: "rebalance" };

export type RebalanceParts = {
  readonly store: Pick<Store<Settlement>, "workers" | "lookups">;
  readonly engine: Pick<Engine, "handle">;
  readonly lease: LeaseKeeper;
};

/** One pass over all limits; answers how many shares were changed. */
export type Rebalance = () => Promise<Result<number, CommitFailure>>;

export function rebalancer(parts: RebalanceParts): Rebalance {
  const turns = new Map<BatchId, number>();
  let turn = 0;
  return async () => {
    const limits = await parts.store.workers.limits();
    if (!limits.ok) return limits;
    const dealt = await parts.store.lookups.dealtLimits();
    if (!dealt.ok) return dealt;
    const keys = new Set([...limits.value.keys(), ...dealt.value]);
    if (keys.size === 0) return ok(0);
    const lease = await parts.lease.hold();
    if (!lease.ok) return lease;
    if (lease.value === null) return ok(0);
    turn += 1;
    let moved = 0;
    for (const key of keys) {
      const most = limits.value.get(key);
      const dealing = { ...parts, key, under: lease.value, turns, turn };
      const done = most === undefined ? await lift(dealing) : await deal(dealing, most);
      if (!done.ok) return done;
      moved += done.value;
    }
    return ok(moved);
  };
}

type Dealing = RebalanceParts & {
  readonly key: string;
  readonly under: LeaseToken;
  readonly turns: Map<BatchId, number>;
  readonly turn: number;
};

type Share = { readonly batchId: BatchId; readonly granted: number | null };
type Moved = Promise<Result<number, CommitFailure>>;

async function deal(dealing: Dealing, most: number): Moved {
  const { turns, turn } = dealing;
  const before = await sharesOf(dealing);
  if (!before.ok) return before;
  const less = lowered(most, before.value, turns);
  const lowering = await give(dealing, less);
  if (!lowering.ok) return lowering;
  const after = less.length === 0 ? before : await sharesOf(dealing);
  if (!after.ok) return after;
  const more = raised(most, after.value, turns);
  const raising = await give(dealing, more);
  if (!raising.ok) return raising;
  for (const { batchId } of more) turns.set(batchId, turn);
  return ok(lowering.value + raising.value);
}

async function lift(dealing: Dealing): Moved {
  const shares = await sharesOf(dealing);
  if (!shares.ok) return shares;
  const limited = shares.value.filter(({ granted }) => granted !== null);
  return give(
    dealing,
    limited.map(({ batchId }) => ({ batchId, granted: null })),
  );
}

/** Batches that have nothing, use nothing and wait for nothing take no part. */
async function sharesOf({
  store,
  key,
}: Dealing): Promise<Result<readonly SlotRow[], CommitFailure>> {
  const shares = await store.workers.shares(key);
  if (!shares.ok) return shares;
  return ok(
    shares.value.filter((share) => share.granted !== 0 || share.inUse > 0 || share.waiting),
  );
}

async function give({ engine, lease, key, under }: Dealing, shares: readonly Share[]): Moved {
  if (shares.length === 0) return ok(0);
  const items = shares.map(({ batchId, granted }): Item => {
    return { batchId, input: { kind: "slots-granted", by: BY, key, granted } };
  });
  for (const answer of await engine.handle(items, under)) {
    if (answer.kind !== "failed") continue;
    if (answer.failure.kind === "lease-lost") lease.forget();
    return { ok: false, error: answer.failure };
  }
  return ok(shares.length);
}
