/** How an execution ends, and what that means for the sequence it is part of.
 *  E1. A failure that will be retried never rests in `failed` (R05).
 *  E2. What nobody may repeat unasked is held for a person: it stays `failed`, its parents
 *      stay open, and the reason is shown. So is an init that was run again for a new version and
 *      failed: ending the batch would call off what has begun under the old one (M-082).
 *  E3. A given-up step of a phase fails its member, of init the batch; of a rollback, a removal
 *      or finalize only its own sequence, and somebody is told. */
import { type AfterFailure, afterFailure, type StepFailure } from "../retry.ts";
import type { StepCause } from "../step.ts";
import {
  closeAttention,
  DISMISS,
  needsAttention,
  openAttention,
  stepSubject,
} from "./attention.ts";
import { setBatch, setExecution } from "./change.ts";
import type { Draft } from "./draft.ts";
import { endEarly } from "./end-early.ts";
import type { ExecutionError, ExecutionRow } from "./execution-row.ts";
import { isPassed } from "./execution-row.ts";
import { failMember } from "./fail-member.ts";
import { answerDeadline } from "./job-out.ts";
import { moveBatch, moveStep } from "./move.ts";
import { openDuePhases } from "./open-phase.ts";
import { passInPhase } from "./phase-counts.ts";
import { hasBegunPhases } from "./phases.ts";
import { stepOf } from "./plan.ts";
import { publishRetryCheck } from "./publish.ts";
import { record, recordStep } from "./record.ts";
import { isOfLastStay, startRollback } from "./rollback.ts";
import { cancelRest, sequenceRows } from "./sequences.ts";
import { rowOf } from "./table.ts";

export type Ending = {
  readonly failure: StepFailure;
  readonly error: ExecutionError;
  readonly cause: Extract<
    StepCause,
    "worker_failed" | "deadline_passed" | "poll_deadline_passed" | "cannot_dispatch"
  >;
};

export function stepFailed(d: Draft, row: ExecutionRow, { failure, error, cause }: Ending): void {
  const to = failure.kind === "poll-timeout" ? "poll_timeout" : "failed";
  const after = whatNext(d, row, failure);
  const detail = { error, after: after.kind, attempt: row.attempt };
  recordStep(d, `step.${to}`, row, { to, detail });
  const failed = moveStep(
    d,
    row,
    { to, cause },
    {
      error,
      completedAt: d.now,
      waitingFor: null,
      dueAt: row.outstanding ? answerDeadline(d, row) : null,
      held: after.kind === "needs-attention",
    },
  );
  d.agenda.members.add(row.memberId);
  if (after.kind === "give-up") giveUp(d, failed);
  else if (after.kind === "retry") retry(d, failed, after);
  else hold(d, failed, "Nobody saw how the last attempt ended.");
}

const AGAIN_FAILED =
  "The init that was run again for the new version failed. What has begun goes on; no further " +
  "phase begins before this is settled.";

/** An init that cannot fail by itself any more is given up with its batch. */
export const isRunAgain = (d: Draft, { kind }: ExecutionRow): boolean =>
  kind === "init" && hasBegunPhases(d);

function hold(d: Draft, row: ExecutionRow, reason: string): void {
  const givesUp = isRunAgain(d, row) ? "cancel" : "fail-step";
  openAttention(d, stepSubject(row.id), reason, ["retry-step", "skip-step", givesUp]);
}

function whatNext(d: Draft, row: ExecutionRow, failure: StepFailure): AfterFailure {
  const { retry, workerId } = stepOf(d, row);
  const offered = d.world.workers.get(workerId)?.get(row.frozen?.functionName ?? "");
  const { attempt, retryCount } = row;
  return afterFailure(
    { attempt, retryCount, retry, idempotency: typeof offered === "string" ? offered : "none" },
    failure,
    d.now,
  );
}

type Retry = Extract<AfterFailure, { readonly kind: "retry" }>;

function retry(d: Draft, failed: ExecutionRow, { attempt, retryCount, retryAfter }: Retry): void {
  const row = moveStep(
    d,
    failed,
    { to: "pending", cause: "retry" },
    {
      attempt,
      retryCount,
      dueAt: retryAfter,
      completedAt: null,
      pollCount: 0,
      pollStartedAt: null,
      lastPolledAt: null,
    },
  );
  publishRetryCheck(d, row, retryAfter);
}

/** No further attempt: the failure is final, and so its rollback begins (I17). */
function giveUp(d: Draft, failed: ExecutionRow): void {
  if (isRunAgain(d, failed)) {
    hold(d, setExecution(d, failed.id, { held: true }), AGAIN_FAILED);
    return;
  }
  if (failed.kind === "step" && failed.memberId !== 0) failMember(d, failed.memberId, failed);
  else if (failed.kind === "init") endEarly(d, "init_failed", "init_failed");
  else {
    cancelRest(d, failed);
    askAbout(d, failed);
    if (failed.kind === "finalize") finishFinalize(d);
  }
  startRollback(d, failed);
}

function askAbout(d: Draft, failed: ExecutionRow): void {
  const reason = `The ${failed.kind} step ${stepOf(d, failed).name} failed`;
  const subject = stepSubject(failed.id);
  if (isOfLastStay(d, failed)) {
    openAttention(d, subject, `${reason}; its member has returned since.`, [DISMISS]);
  } else openAttention(d, subject, `${reason}.`, ["retry-step", "skip-step"]);
}

/** Succeeded or skipped: whatever comes after it may begin. */
export function stepPassed(d: Draft, row: ExecutionRow): void {
  d.agenda.members.add(row.memberId);
  if (row.memberId !== 0) passInPhase(d, row, row.memberId);
  if (row.kind === "step" || !sequenceRows(d, row).every(isPassed)) return;
  if (row.undoesId !== 0) rolledBack(d, rowOf(d.executions, row.undoesId));
  else if (row.kind === "init") finishInit(d);
  else if (row.kind === "finalize") finishFinalize(d);
}

function rolledBack(d: Draft, original: ExecutionRow): void {
  recordStep(d, "step.rolled_back", original, { to: "rolled_back" });
  moveStep(d, original, { to: "rolled_back", cause: "rollback_succeeded" });
  if (!needsAttention(d, stepSubject(original.id))) return;
  // No order moves it any more; that its sequence was not finished is still to be known.
  closeAttention(d, stepSubject(original.id));
  const reason = `The ${original.kind} step ${stepOf(d, original).name} failed and was undone.`;
  openAttention(d, stepSubject(original.id), reason, [DISMISS]);
}

function finishInit(d: Draft): void {
  record(d, "batch.active", { from: d.batch.status, to: "active" });
  moveBatch(d, { to: "active", cause: "init_succeeded" });
  openDuePhases(d);
  d.agenda.batch = true;
}

function finishFinalize(d: Draft): void {
  setBatch(d, { finalize: "done" });
  d.agenda.batch = true;
}

/** Ends a held execution's wait without another attempt. */
export function acceptFailure(d: Draft, held: ExecutionRow): void {
  d.agenda.members.add(held.memberId);
  giveUp(d, setExecution(d, held.id, { held: false }));
}
