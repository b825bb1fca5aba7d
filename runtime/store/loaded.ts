/** What a transaction shows to whoever decides in it: the batches it has locked, the rows that
 *  were asked for, and the time. The lock is the transaction's first statement and a write, so
 *  everything here was read after it and nobody else changes it before the commit (R04). */
import type { RunbookName } from "../contract/identifiers.ts";
import type { BatchId } from "../contract/ids.ts";
import type { Need } from "../domain/engine/needs.ts";
import type { NextIds, World } from "../domain/engine/world.ts";

export type LockedBatch = {
  readonly id: BatchId;
  readonly runbookName: RunbookName;
  /** Grows with every transaction on the batch: tells whether a cached world is still true. */
  readonly revision: number;
  readonly fence: number;
  readonly eventSeq: number;
};

/** The parts of a world that are rows. Plans, workers and limits change seldom: callers keep
 *  them. */
export type WorldRows = Pick<
  World,
  "batch" | "phases" | "members" | "executions" | "slots" | "attention"
> & { readonly lock: LockedBatch };

export type Loaded = {
  /** The store's own clock. */
  readonly now: Date;
  /** Batches that do not exist are not here. */
  readonly batches: ReadonlyMap<BatchId, WorldRows>;
  readonly nextIds: NextIds;
};

/** What to lock and load, and the lease under which it may be done. */
export type Locks = {
  readonly batches: ReadonlyMap<BatchId, Need>;
  readonly lease?: LeaseToken;
};

export type LeaseToken = { readonly name: string; readonly owner: string; readonly token: number };
