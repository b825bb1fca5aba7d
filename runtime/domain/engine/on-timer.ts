/** An execution falls due. What that means is read off the row: a retry or a first dispatch, a
 *  poll, a deadline, or a cancelled job that never answered. Looking too early or twice changes
 *  nothing, so any number of sweeps and wake-up messages may come. */
import { pollAnswered, pollDueAt } from "../poll.ts";
import { setExecution } from "./change.ts";
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import type { InputOf } from "./inputs.ts";
import { answerDeadline, takeBack } from "./job-out.ts";
import { LOST } from "./on-worker-result.ts";
import { stepOf } from "./plan.ts";
import { askAgain, pollingOf, pollPlan } from "./poll-step.ts";
import { recordStep } from "./record.ts";
import { POLL_TIMEOUT } from "./start-execution.ts";
import { stepFailed } from "./step-end.ts";
import { findRow } from "./table.ts";

export function onTimer(d: Draft, { executionId }: InputOf<"timer">): Verdict {
  const row = findRow(d.executions, executionId);
  if (row === undefined) return { deadLetter: "no execution has this id" };
  if (row.dueAt === null || row.dueAt > d.now) return "duplicate";
  switch (row.status) {
    case "pending":
      setExecution(d, row.id, { dueAt: null });
      d.agenda.members.add(row.memberId);
      break;
    case "dispatched":
      lost(d, row, "The worker did not answer in time.");
      break;
    case "polling":
      if (askAgain(d, row) === "timed-out") stepFailed(d, row, POLL_TIMEOUT);
      break;
    default:
      drain(d, row);
  }
  return "applied";
}

/** The broker gave a job up. A lost question is asked again at its next time. */
export function onJobDeadLettered(d: Draft, input: InputOf<"job-dead-lettered">): Verdict {
  const row = findRow(d.executions, input.executionId);
  if (row === undefined) return { deadLetter: "no execution has this id" };
  const isCurrent = row.attempt === input.attempt && row.pollCount === input.poll;
  if (!isCurrent || !row.outstanding) return "duplicate";
  if (row.status === "dispatched") endLost(d, row, input);
  else {
    recordStep(d, "job.dead_lettered", row, { detail: { reason: input.reason } });
    const polling = row.status === "polling" ? pollAnswered(pollingOf(row)) : null;
    const dueAt = polling === null ? null : pollDueAt(pollPlan(stepOf(d, row)), polling);
    setExecution(d, takeBack(d, row).id, { dueAt });
  }
  return "applied";
}

function endLost(d: Draft, row: ExecutionRow, input: InputOf<"job-dead-lettered">): void {
  if (input.isUnsent === true) unsent(d, row, `The bus does not take the job: ${input.reason}`);
  else lost(d, row, `The job was dead-lettered: ${input.reason}`);
}

/** Nobody has seen it, so nothing about its end is unknown. */
function unsent(d: Draft, row: ExecutionRow, message: string): void {
  const error = { kind: "unsendable", message };
  const failure = { kind: "cannot-dispatch" } as const;
  stepFailed(d, takeBack(d, row), { failure, error, cause: "deadline_passed" });
}

function lost(d: Draft, row: ExecutionRow, message: string): void {
  const error = { kind: LOST, message };
  const failure = { kind: "ambiguous-end" } as const;
  stepFailed(d, takeBack(d, row), { failure, error, cause: "deadline_passed" });
}

/** Its status was settled while its job was out; now the job counts as lost. */
function drain(d: Draft, row: ExecutionRow): void {
  const deadline = answerDeadline(d, row);
  if (deadline > d.now) {
    setExecution(d, row.id, { dueAt: deadline });
    return;
  }
  recordStep(d, "job.expired", row);
  setExecution(d, takeBack(d, row).id, { dueAt: null });
}
