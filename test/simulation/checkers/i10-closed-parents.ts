/** I10: nothing is open under what has ended. Undoing may go on under a batch that was called
 *  off until it says that it is cancelled, and finalize may be asked for again. Nobody joins once
 *  finalize has begun (R26). */
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";
import { isLiveBatch, isTerminalPhase } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { isHolding, isUndoing, told } from "../watch/rows.ts";

/** A batch that ends by itself has undone what was to be undone; one that says it is cancelled has
 *  also heard of every job. */
function leftBehind({ batch, executions }: BatchRows): string | null {
  for (const row of executions.values()) {
    const isOut = batch.statusReason === "cancelled" && row.outstanding;
    if (isOut || (isUndoing(row) && isHolding(row))) return told(row);
  }
  return null;
}

/** Added, or back after a removal; whom an operator retries was in all along. */
const isJoining = (before: MemberRow | null, after: MemberRow): boolean =>
  before === null || (before.status === "removed" && after.status === "active");

export const closedParents: Checker = {
  id: "I10",
  open: (_scene, violate) => ({
    onCommit: ({ batch, rows, executions, phases, members }) => {
      const { status } = rows.batch;
      const isFinalizing = batch.before !== null && batch.before.finalize !== "waiting";
      const joins = members.find(({ before, after }) => isJoining(before, after));
      if (isFinalizing && joins !== undefined) {
        violate(`batch ${rows.batch.id} took ${joins.after.key} in after its finalize began`);
      }
      if (isLiveBatch(status)) return;
      const hasEnded = batch.before?.status !== status;
      const meant = hasEnded ? rows.executions.values() : executions.map(({ after }) => after);
      for (const row of meant) {
        if (isUndoing(row) || row.kind === "finalize" || !isHolding(row)) continue;
        violate(`batch ${rows.batch.id} is ${status} and ${told(row)} is open`);
      }
      const { statusReason } = rows.batch;
      const isFinal = statusReason === null || statusReason === "cancelled";
      const isNow = hasEnded || batch.before?.statusReason !== statusReason;
      const left = isNow && isFinal ? leftBehind(rows) : null;
      if (left !== null) violate(`batch ${rows.batch.id} is over and ${left} is open`);
      const ofPhases = hasEnded ? rows.phases.values() : phases.map(({ after }) => after);
      for (const phase of ofPhases) {
        if (!isTerminalPhase(phase.status)) violate(`phase ${phase.id} outlives its batch`);
      }
    },
  }),
};
