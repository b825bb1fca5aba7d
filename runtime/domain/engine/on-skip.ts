/** An operator passes over one step of a member, or accepts that it failed. Only the step that is
 *  next may be skipped, and not while its job is out: then its outcome would come too late. */
import type { PhaseExecutionId } from "../../contract/ids.ts";
import { closeAttention, stepSubject } from "./attention.ts";
import { asCancelled } from "./cancel-row.ts";
import type { Verdict } from "./decision.ts";
import { type Draft, executionsOf } from "./draft.ts";
import { type ExecutionRow, isPassed } from "./execution-row.ts";
import type { InputOf } from "./inputs.ts";
import { moveStep } from "./move.ts";
import { retryMember, retryStep } from "./on-retry.ts";
import { phasePlan } from "./plan.ts";
import { recordStep } from "./record.ts";
import { sequenceRows } from "./sequences.ts";
import { isOpenStep } from "./statuses.ts";
import { acceptFailure, isRunAgain, stepPassed } from "./step-end.ts";
import { findRow, rowOf } from "./table.ts";

export function onSkipStep(d: Draft, input: InputOf<"skip-step">): Verdict {
  const { executionId, reason } = input;
  const row = findRow(d.executions, executionId);
  if (row === undefined) return { refused: "unknown-step" };
  if (isPassed(row) || row.status === "rolled_back") return { refused: "step-ended" };
  if (row.outstanding) return { refused: "still-in-flight" };
  const earlier = sequenceRows(d, row).filter((other) => other.stepIndex < row.stepIndex);
  if (!earlier.every(isPassed) || isBehindPhase(d, row)) return { refused: "earlier-steps-first" };
  if (row.phaseId !== 0 && isBehindBarrier(d, row.phaseId, row)) {
    return { refused: "behind-barrier" };
  }
  const before = { ...row };
  if (!isOpenStep(row.status)) {
    const reopened = reopenFor(d, input);
    if (reopened !== "applied") return reopened;
  }
  const open = rowOf(d.executions, executionId);
  recordStep(d, "step.skipped", before, { to: "cancelled", detail: { reason } });
  closeAttention(d, stepSubject(row.id));
  const skipped = moveStep(
    d,
    open,
    { to: "cancelled", cause: "skipped", mover: "operator" },
    {
      ...asCancelled(open, d.now),
      skipped: true,
    },
  );
  stepPassed(d, skipped);
  return "applied";
}

/** Phases are passed in the order of their ids, except by a gate that does not wait. */
function isBehindPhase(d: Draft, { memberId, phaseId, generation }: ExecutionRow): boolean {
  if (memberId === 0 || phaseId === 0) return false;
  if (phasePlan(d, rowOf(d.phases, phaseId)).gate === "none") return false;
  return executionsOf(d, memberId).some(
    (other) =>
      other.phaseId !== 0 &&
      other.phaseId < phaseId &&
      other.generation === generation &&
      !isPassed(other),
  );
}

/** The barrier counts members at its own step; one that was already past it would be missed. */
function isBehindBarrier(d: Draft, phaseId: PhaseExecutionId, row: ExecutionRow): boolean {
  const phase = rowOf(d.phases, phaseId);
  const isHeld = phase.status === "dispatched" && phasePlan(d, phase).barrier;
  return isHeld && row.stepIndex > phase.barrierStep;
}

/** Skipping a step that has failed is a retry with this step left out; there is none to leave out
 *  when a retry would start anew. */
function reopenFor(d: Draft, input: InputOf<"skip-step">): Verdict {
  const { executionId, waitsFor = null, heldBy = null } = input;
  const row = rowOf(d.executions, executionId);
  if (row.held || row.kind !== "step" || row.memberId === 0) return retryStep(d, row, heldBy);
  const { generation } = rowOf(d.members, row.memberId);
  const isUndone = executionsOf(d, row.memberId).some(
    (other) => other.generation === generation && other.status === "rolled_back",
  );
  if (row.generation !== generation || isUndone) return { refused: "step-ended" };
  return retryMember(d, row.memberId, waitsFor);
}

export function onFailStep(d: Draft, { executionId }: InputOf<"fail-step">): Verdict {
  const row = findRow(d.executions, executionId);
  if (row === undefined) return { refused: "unknown-step" };
  if (!row.held) return { refused: "step-not-held" };
  if (isRunAgain(d, row)) return { refused: "cancel-instead" };
  recordStep(d, "step.given_up", row, { to: row.status });
  closeAttention(d, stepSubject(row.id));
  acceptFailure(d, row);
  return "applied";
}
