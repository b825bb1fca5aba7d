/** a batch that ends has run its finalize steps once, in order, after all its phases, however
 *  it ends. Two ends have none: an init that failed may be tried again, and who cancels a batch in
 *  its finalize, or in its init before any phase has begun, has called that off, too. */
import type { BatchRow } from "../../../runtime/domain/engine/rows.ts";
import { isLiveBatch, isTerminalPhase } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows, Change, Commit } from "../watch/commit.ts";
import { executionsOf, isHolding, isPast, sentIn, told } from "../watch/rows.ts";

function wrongWith(scene: Scene, rows: BatchRows): string | null {
  const { id, runbookName, version } = rows.batch;
  const { length } = scene.planOf(runbookName, version).finalize;
  const own = executionsOf(rows, 0).filter(({ kind }) => kind === "finalize");
  if (own.length !== length) return `batch ${id} ended with ${own.length} of ${length} final steps`;
  const open = own.find(isHolding);
  if (open !== undefined) return `batch ${id} ended and ${told(open)} is open`;
  const missed = own.find((row, at) => !isPast(row) && row.status === "cancelled" && at === 0);
  return missed === undefined ? null : `batch ${id} ended and ${told(missed)} was never run`;
}

const hasEnded = ({ before, after }: Change<BatchRow>): boolean =>
  !isLiveBatch(after.status) &&
  after.statusReason === null &&
  before !== null &&
  isLiveBatch(before.status);

/** Called off while it was at work: what comes at its end still does. */
function isOwed({ batch: { before }, events, rows }: Commit): boolean {
  const cancelled = events.findIndex(({ type }) => type === "batch.cancelling");
  const begun = events.findIndex(({ type }) => type === "batch.finalizing");
  const isBefore = begun !== -1 && begun < cancelled;
  const hasBegun = [...rows.phases.values()].some(({ dispatchedAt }) => dispatchedAt !== null);
  const isAtWork = before?.status === "active" || hasBegun;
  return cancelled !== -1 && isAtWork && before?.finalize === "waiting" && !isBefore;
}

export const finalized: Checker = {
  id: "X64",
  open: (scene, violate) => {
    const owed = new Set<number>();
    return {
      onCommit: (commit) => {
        const { batch, rows, batchId } = commit;
        for (const row of sentIn(commit)) {
          if (row.kind !== "finalize") continue;
          if (rows.batch.statusReason === "init_failed")
            violate(`${told(row)} was sent after an init that failed`);
          const open = [...rows.phases.values()].find(({ status }) => !isTerminalPhase(status));
          if (open !== undefined) violate(`${told(row)} was sent while phase ${open.id} is open`);
        }
        if (isOwed(commit)) owed.add(batchId);
        const { statusReason } = batch.after;
        const isDrained =
          statusReason === "cancelled" && batch.before?.statusReason !== statusReason;
        if (!hasEnded(batch) && !(isDrained && owed.has(batchId))) return;
        if (isDrained) scene.reached("cancelled-and-finalized");
        const wrong = wrongWith(scene, rows);
        if (wrong !== null) violate(wrong);
      },
    };
  },
};
