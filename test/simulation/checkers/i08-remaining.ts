/** I8: `remaining` of a phase is the number of its members that are not done, and its counts add
 *  up; the barrier's count likewise. */
import type { PhaseRow } from "../../../runtime/domain/engine/rows.ts";
import type { Checker, Violate } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { isHolding } from "../watch/rows.ts";

export const countsAddUp: Checker = {
  id: "I8",
  open: (_scene, violate) => ({
    onCommit: ({ phases, rows, executions, members }) => {
      for (const { after } of phases) checkSigns(after, violate);
      const isStill = phases.length === 0 && members.length === 0;
      if (isStill && executions.every(({ before, after }) => before?.status === after.status))
        return;
      recount(rows, violate);
    },
  }),
};

function checkSigns(phase: PhaseRow, violate: Violate): void {
  const { total, remaining, succeeded, failed, barrierRemaining } = phase;
  const least = Math.min(total, remaining, succeeded, failed, barrierRemaining);
  if (least < 0) violate(`phase ${phase.id} counts below zero: ${JSON.stringify(phase)}`);
  const isSum = phase.status !== "dispatched" || total === remaining + succeeded + failed;
  if (!isSum) violate(`phase ${phase.id}: ${total} are not ${remaining}+${succeeded}+${failed}`);
}

function recount(rows: BatchRows, violate: Violate): void {
  const left = new Map<number, Set<number>>();
  for (const row of rows.executions.values()) {
    if (row.phaseId === 0 || !isHolding(row)) continue;
    const members = left.get(row.phaseId);
    if (members === undefined) left.set(row.phaseId, new Set([row.memberId]));
    else members.add(row.memberId);
  }
  for (const phase of rows.phases.values()) {
    if (phase.status !== "dispatched") continue;
    const count = left.get(phase.id)?.size ?? 0;
    if (phase.remaining !== count) {
      violate(`phase ${phase.id} says ${phase.remaining} remain, ${count} do`);
    }
  }
}
