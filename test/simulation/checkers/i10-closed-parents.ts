/** I10: nothing is open under what has ended. Undoing may go on under a batch that was called
 *  off, and finalize may be asked for again; nothing else may. */
import { isLiveBatch, isTerminalPhase } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker } from "../watch/checker.ts";
import { isHolding, isUndoing, told } from "../watch/rows.ts";

export const closedParents: Checker = {
  id: "I10",
  open: (_scene, violate) => ({
    onCommit: ({ batch, rows, executions, phases }) => {
      const { status } = rows.batch;
      if (isLiveBatch(status)) return;
      const hasEnded = batch.before?.status !== status;
      const meant = hasEnded ? rows.executions.values() : executions.map(({ after }) => after);
      for (const row of meant) {
        if (isUndoing(row) || row.kind === "finalize" || !isHolding(row)) continue;
        violate(`batch ${rows.batch.id} is ${status} and ${told(row)} is open`);
      }
      const ofPhases = hasEnded ? rows.phases.values() : phases.map(({ after }) => after);
      for (const phase of ofPhases) {
        if (!isTerminalPhase(phase.status)) violate(`phase ${phase.id} outlives its batch`);
      }
    },
  }),
};
