/** What cancelling and waking do to one execution. The same two functions serve the rows that a
 *  decision names and, in memory, the rows that its bulk moves reach. */
import type { ExecutionRow } from "./execution-row.ts";

/** A job that is out keeps its due time: the execution is over, its job drains (R39). */
export const asCancelled = (
  { outstanding, dueAt }: ExecutionRow,
  at: Date,
): Partial<ExecutionRow> => ({
  dueAt: outstanding ? dueAt : null,
  waitingFor: null,
  held: false,
  completedAt: at,
});

/** A polling step keeps its deadline and is asked at once. */
export const asWoken = (at: Date): Partial<ExecutionRow> => ({ waitingFor: null, dueAt: at });
