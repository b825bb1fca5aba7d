/** What is due, and batches that were found or made and never begun. Asks no source and no setting:
 *  an outage, automation that is off or a version that is active no more stops nothing under way
 *  (R25, I15, M-008). */
import { ok, type Result } from "../contract/result.ts";
import type { Engine } from "../engine/engine.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import { beginBatches } from "./carry-out.ts";
import { giveOrders, type Hand } from "./hand.ts";

/** Enough for millions of rows; what is still left then is the next tick's. */
const SWEEPS_MAX = 10_000;

export async function sweepDue(engine: Engine): Promise<Result<number, CommitFailure>> {
  let handled = 0;
  for (let sweeps = 0; sweeps < SWEEPS_MAX; sweeps += 1) {
    const swept = await engine.sweep();
    if (!swept.ok) return swept;
    handled += swept.value.handled;
    if (!swept.value.more || swept.value.handled === 0) break;
  }
  return ok(handled);
}

/** A tick that ended between the members of a batch and its beginning left it so. Members it did
 *  not get to are late members. One without any member waits for the look into its source: begun
 *  now it would end at once and take nobody in. A manual batch is filled by whoever made it; one
 *  that waits for its first advance is told apart by the core. */
export async function beginLeftovers<Receipt>(
  store: Store<Receipt>,
  hand: Hand,
): Promise<Result<number, CommitFailure>> {
  const live = await store.batches.live(null);
  if (!live.ok) return live;
  const left = live.value
    .map(({ batch }) => batch)
    .filter(({ status, isManual, memberCount }) => {
      return status === "detected" && !isManual && memberCount > 0;
    });
  const made = live.value.filter(({ batch }) => batch.status === "detected" && batch.isManual);
  const told = await giveOrders(hand, made, ({ batch: { id: batchId } }) => ({
    batchId,
    input: { kind: "batch-unfilled", by: hand.by },
  }));
  if (!told.ok) return told;
  if (left.length === 0) return ok(0);
  const begun = await beginBatches(
    hand,
    left.map(({ id }) => id),
  );
  return begun.ok ? ok(begun.value.applied) : begun;
}
