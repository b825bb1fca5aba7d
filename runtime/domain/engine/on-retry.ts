/** Operators' retries. Each opens a new epoch: the attempt goes on counting, the budget of
 *  retries begins anew (X-77). A cancelled batch stays cancelled (X-18). */
import type { BatchId, MemberId } from "../../contract/ids.ts";
import { operatorRetry } from "../retry.ts";
import { closeAttention, stepSubject } from "./attention.ts";
import { catchUp } from "./catch-up.ts";
import { holds, setBatch } from "./change.ts";
import type { Verdict } from "./decision.ts";
import { type Draft, executionsOf } from "./draft.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import { acceptedWithout } from "./failure-budget.ts";
import type { InputOf } from "./inputs.ts";
import { moveBatch, moveMember, movePhase, moveStep } from "./move.ts";
import { addInit } from "./on-batch-detected.ts";
import { byPhase, reenterPhase, withdraw } from "./phase-counts.ts";
import { record, recordStep } from "./record.ts";
import { forgetUndoing, isFailed, isOfLastStay } from "./rollback.ts";
import type { MemberRow } from "./rows.ts";
import { sequenceRows } from "./sequences.ts";
import { isLiveBatch } from "./statuses.ts";
import { findRow, rowOf, rowsOf } from "./table.ts";

export function onRetryMember(d: Draft, input: InputOf<"retry-member">): Verdict {
  return retryMember(d, input.memberId, input.waitsFor ?? null);
}

export function retryMember(d: Draft, memberId: MemberId, waitsFor: BatchId | null): Verdict {
  const member = findRow(d.members, memberId);
  if (member === undefined) return { refused: "unknown-member" };
  if (member.status !== "failed") return { refused: "member-not-failed" };
  if (d.batch.statusReason !== null) return { refused: `batch-${d.batch.statusReason}` };
  const rows = executionsOf(d, memberId);
  const isUndoing = rows.some((row) => isCompensation(row) && holds(row));
  if (isUndoing || member.currentExecutionId !== 0) return { refused: "still-undoing" };
  record(d, "member.retried", { memberId, from: "failed", to: "active" });
  if (!isLiveBatch(d.batch.status)) {
    record(d, "batch.reopened", { from: d.batch.status, to: "active" });
    moveBatch(
      d,
      { to: "active", cause: "members_retried", mover: "operator" },
      {
        outcome: null,
        endedAt: null,
      },
    );
  }
  const { activeMembers, failedMembers: failed, failuresAccepted: accepted } = d.batch;
  setBatch(d, {
    activeMembers: activeMembers + 1,
    failedMembers: failed - 1,
    failuresAccepted: acceptedWithout(d, member, { failed, accepted }),
  });
  const current = rows.filter((row) => row.generation === member.generation && row.phaseId !== 0);
  const wasUndone = current.some(({ status }) => status === "rolled_back");
  const generation = member.generation + Number(wasUndone);
  if (wasUndone) withdraw(d, member);
  const arrow = { to: "active", cause: "operator_retry", mover: "operator" } as const;
  const active = moveMember(d, member, arrow, { generation, waitsFor });
  forgetUndoing(d, rows);
  if (!wasUndone) reopenSteps(d, active, current);
  catchUp(d, active);
  return "applied";
}

function reopenSteps(d: Draft, member: MemberRow, rows: readonly ExecutionRow[]): void {
  const ended = rows.filter((row) => row.status !== "succeeded" && !row.skipped);
  for (const [phaseId, left] of byPhase(ended)) {
    const { barrierStep } = rowOf(d.phases, phaseId);
    reenterPhase(
      d,
      member,
      phaseId,
      left.some((row) => row.stepIndex === barrierStep),
    );
    for (const row of left) reopen(d, row);
  }
}

/** From any end but success: the next attempt, whenever its turn comes. */
function reopen(d: Draft, row: ExecutionRow): ExecutionRow {
  closeAttention(d, stepSubject(row.id));
  // What failed without being sent was an attempt, too: its rollback bears the number.
  const wasTried = row.dispatchedAt !== null || isFailed(row);
  return moveStep(
    d,
    row,
    { to: "pending", cause: "operator_retry", mover: "operator" },
    {
      ...(wasTried ? operatorRetry(row) : {}),
      fence: d.batch.fence,
      held: false,
      completedAt: null,
      dueAt: null,
      pollCount: 0,
      pollStartedAt: null,
      lastPolledAt: null,
    },
  );
}

export function onRetryStep(d: Draft, input: InputOf<"retry-step">): Verdict {
  const row = findRow(d.executions, input.executionId);
  return row === undefined ? { refused: "unknown-step" } : retryStep(d, row, input.heldBy ?? null);
}

/** A rollback undoes one attempt: once the step has been tried again, another one undoes it. */
const isStillUndone = ({ generation }: ExecutionRow, original: ExecutionRow): boolean =>
  isFailed(original) && original.attempt === generation;

/** A held step, or the failed step of a rollback, a removal or finalize with those behind it. What
 *  undoes waits until no other batch works on the member: it might undo that one's work (R36). */
export function retryStep(d: Draft, row: ExecutionRow, heldBy: BatchId | null): Verdict {
  if (!isFailed(row)) return { refused: "step-not-failed" };
  if (!row.held && (row.kind === "step" || row.kind === "init")) {
    return { refused: row.kind === "init" ? "retry-init" : "retry-member" };
  }
  if (row.outstanding) return { refused: "still-in-flight" };
  if (isCompensation(row) && heldBy !== null) return { refused: "member-elsewhere" };
  const undoing = executionsOf(d, row.memberId).filter((other) => other.undoesId === row.id);
  if (undoing.some(holds)) return { refused: "still-undoing" };
  if (row.undoesId !== 0 && !isStillUndone(row, rowOf(d.executions, row.undoesId))) {
    return { refused: "nothing-to-undo" };
  }
  if (isOfLastStay(d, row) && !row.held) return { refused: "nothing-to-undo" };
  forgetUndoing(d, undoing);
  recordStep(d, "step.retried", row, { to: "pending" });
  for (const again of [row, ...(row.held ? [] : calledOffBehind(d, row))]) reopen(d, again);
  d.agenda.members.add(row.memberId);
  return "applied";
}

/** What was called off when this one failed; what somebody skipped stays passed over. */
const calledOffBehind = (d: Draft, row: ExecutionRow): readonly ExecutionRow[] =>
  sequenceRows(d, row).filter(
    ({ stepIndex, status, skipped }) =>
      stepIndex > row.stepIndex && status === "cancelled" && !skipped,
  );

/** From the failed step on; from the start when the failed step was rolled back. */
export function onRetryInit(d: Draft): Verdict {
  const rows = executionsOf(d, 0);
  const failed = rows.findLast((row) => row.kind === "init");
  if (d.batch.statusReason !== "init_failed" || failed === undefined) {
    return { refused: "init-not-failed" };
  }
  if (rows.some((row) => row.outstanding || holds(row))) return { refused: "still-undoing" };
  const last = sequenceRows(d, failed);
  forgetUndoing(d, rows);
  record(d, "batch.init_retried", { from: d.batch.status, to: "init_dispatched" });
  moveBatch(
    d,
    { to: "init_dispatched", cause: "init_retried", mover: "operator" },
    {
      statusReason: null,
      outcome: null,
      endedAt: null,
      finalize: "waiting",
    },
  );
  for (const phase of [...rowsOf(d.phases)]) {
    const arrow = { to: "pending", cause: "init_retried", mover: "operator" } as const;
    if (phase.status !== "skipped" || phase.skippedFor !== "batch_ended") continue;
    movePhase(d, phase, arrow, { skippedFor: null, completedAt: null });
  }
  if (last.some(({ status }) => status === "rolled_back")) {
    addInit(d, failed.version, failed.generation + 1);
  } else for (const row of last) if (row.status !== "succeeded" && !row.skipped) reopen(d, row);
  d.agenda.members.add(0);
  return "applied";
}
