/** A batch that may be over. It ends when all phases are, late members and undoing included
 *  and after finalize, which runs once whatever the outcome. A cancelled batch is
 *  `cancelling` until the last job has answered or expired (R27) and finalize is over. */
import { batchEnd, type EndedPhase } from "../outcome.ts";
import { setBatch } from "./change.ts";
import { closeQuestions } from "./close-questions.ts";
import type { Draft } from "./draft.ts";
import { moveBatch } from "./move.ts";
import { planOf } from "./plan.ts";
import { record } from "./record.ts";
import type { PhaseRow } from "./rows.ts";
import { addSequence } from "./sequences.ts";
import { isTerminalPhase } from "./statuses.ts";
import { rowsOf } from "./table.ts";

/** Nothing is left to send, so nobody is missed; and nobody is removed from what is over. Should a
 *  retry open it again, the next tick asks again about those who are held. */
const WHAT_IT_WAITED_FOR = /^(?:worker:|waits-for:|removals$)/;

export function progressWhole(d: Draft): void {
  const { status, statusReason, inFlight, compensations, lateExecutions } = d.batch;
  const isDrained = inFlight === 0 && compensations === 0;
  if (statusReason === "cancelling" && isDrained && isFinalized(d)) {
    record(d, "batch.cancelled", { from: status, to: status });
    setBatch(d, { statusReason: "cancelled" });
    closeQuestions(d, WHAT_IT_WAITED_FOR);
  }
  if (status !== "active" || compensations > 0 || lateExecutions > 0) return;
  if (!arePhasesOver(d)) return;
  const end = batchEnd([...rowsOf(d.phases)].map(withLateMembers));
  if (end === null || !isFinalized(d)) return;
  const cause = end.status === "completed" ? "phases_succeeded" : "phases_failed";
  record(d, `batch.${end.status}`, {
    from: status,
    to: end.status,
    detail: { outcome: end.outcome },
  });
  moveBatch(d, { to: end.status, cause }, { outcome: end.outcome, endedAt: d.now });
  closeQuestions(d, WHAT_IT_WAITED_FOR);
}

/** Asked after every step, and mostly the first phase says no. */
function arePhasesOver({ phases: { shown, changed, created } }: Draft): boolean {
  for (const phase of shown.values()) {
    if (!isTerminalPhase((changed.get(phase.id) ?? phase).status)) return false;
  }
  for (const id of created) {
    const phase = changed.get(id);
    if (phase !== undefined && !isTerminalPhase(phase.status)) return false;
  }
  return true;
}

/** A phase's status stays what it was, but who was late in it counts for the batch: who came
 *  through, also where nobody had been in time, and who failed, also where all had come through
 *  or nobody had been there. */
function withLateMembers({ status, outcome, lateSucceeded, lateFailed }: PhaseRow): EndedPhase {
  const wasFruitless = status === "failed" || outcome === "none";
  if (lateSucceeded > 0 && wasFruitless) return { status: "completed", outcome: "partial" };
  if (lateFailed <= 0 || status !== "completed") return { status, outcome };
  return outcome === "none" ? { status: "failed", outcome } : { status, outcome: "partial" };
}

function isFinalized(d: Draft): boolean {
  if (d.batch.finalize !== "waiting") return d.batch.finalize === "done";
  const { version } = d.batch;
  const steps = planOf(d, version).finalize.length;
  if (steps === 0) return true;
  setBatch(d, { finalize: "running" });
  record(d, "batch.finalizing");
  const scope = { phaseId: 0, undoesId: 0, memberId: 0, generation: 1, version } as const;
  addSequence(d, "finalize", scope, steps);
  return false;
}
