/** How the scheduler names batches: a planned one by its start, one that starts at once by the
 *  tick that found it (X-69, R33). The key also tells which of the two a batch is. */
import { immediateBatchTime } from "../domain/batch-time.ts";
import type { BatchKind } from "../domain/membership.ts";
import type { FoundBatch } from "../store/batches.ts";
import type { ImmediateBatch } from "./read-rows.ts";

const TICK = "tick-";

export const kindOf = ({ batch, key }: FoundBatch): BatchKind => {
  if (batch.isManual) return "manual";
  return key.startsWith(TICK) ? "immediate" : "scheduled";
};

/** A tick that was cut off before its batch began left it open: the next one goes on with it. */
export function immediateBatch(
  live: readonly FoundBatch[],
  tickAt: Date,
  tick: number,
): ImmediateBatch {
  const left = live.find(
    (found) => kindOf(found) === "immediate" && found.batch.status === "detected",
  );
  const start = immediateBatchTime(tickAt);
  if (left !== undefined) return { batchKey: left.key, start: left.batch.start ?? start };
  return { batchKey: `${TICK}${tickAt.toISOString()}-${tick}`, start };
}
