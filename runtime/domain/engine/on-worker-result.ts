/** A worker's answer. It changes state only while its job is the one that is out: same execution,
 *  same attempt, same poll (I5). Any other is told to the log as evidence and nothing else, and
 *  an answer that was already taken is not even that. */
import { hideMarked } from "../../contract/marked-values.ts";
import type { WorkerError, WorkerOutcome } from "../../contract/messages/worker-result.ts";
import { ok } from "../../contract/result.ts";
import { pickFields, withFields } from "../../contract/result-fields.ts";
import { extractOutputs, mergeWorkerData } from "../outputs.ts";
import { pollAnswered, pollDueAt, startPolling } from "../poll.ts";
import type { StepFailure } from "../retry.ts";
import type { StepMarks } from "../runbook.ts";
import type { Variables } from "../variables.ts";
import { setExecution, setMember } from "./change.ts";
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import type { InputOf } from "./inputs.ts";
import { takeBack } from "./job-out.ts";
import { moveStep } from "./move.ts";
import { stepOf } from "./plan.ts";
import { pollingOf, pollPlan } from "./poll-step.ts";
import { publishPollCheck } from "./publish.ts";
import { recordStep } from "./record.ts";
import { isOpenStep } from "./statuses.ts";
import { stepFailed, stepPassed } from "./step-end.ts";
import { findRow, rowOf } from "./table.ts";

export const LOST = "deadline";
const NO_OUTPUTS = ok<Variables>(new Map());

export function onWorkerResult(d: Draft, { result }: InputOf<"worker-result">): Verdict {
  const row = findRow(d.executions, result.correlationData.stepExecutionId);
  if (row === undefined) return { deadLetter: "no execution has this id" };
  if (row.kind !== result.kind) return { deadLetter: "the job id is of another kind" };
  const isCurrent = row.attempt === result.attempt && row.pollCount === result.poll;
  if (isCurrent && row.outstanding) return answered(d, takeBack(d, row), result.outcome);
  if (isCurrent && row.error?.kind !== LOST) return "duplicate";
  const { attempt, poll, outcome } = result;
  recordStep(d, "result.late", row, { detail: { attempt, poll, outcome: outcome.kind } });
  return "late";
}

function answered(d: Draft, row: ExecutionRow, outcome: WorkerOutcome): Verdict {
  if (!isOpenStep(row.status)) {
    recordStep(d, "result.drained", row, { detail: { outcome: outcome.kind } });
    setExecution(d, row.id, { dueAt: null });
    return "applied";
  }
  switch (outcome.kind) {
    case "succeeded":
      succeeded(d, row, outcome.result, "step.succeeded");
      break;
    case "polling":
      stillWorking(d, row, outcome.result);
      break;
    case "failed": {
      const { message, type } = outcome.error;
      const error = { kind: type ?? "worker-error", message };
      stepFailed(d, row, { failure: failureOf(outcome.error), error, cause: "worker_failed" });
    }
  }
  return "applied";
}

function failureOf({ isAmbiguous, isThrottled, retryAfterSec }: WorkerError): StepFailure {
  if (isAmbiguous) return { kind: "ambiguous-end" };
  if (isThrottled) return { kind: "throttled", retryAfterSec: retryAfterSec ?? 0 };
  return { kind: "worker-error" };
}

function succeeded(d: Draft, row: ExecutionRow, result: unknown, type: string): void {
  const { outputParams, sensitive } = stepOf(d, row);
  const isKept = row.memberId !== 0 && outputParams.size > 0;
  const outputs = isKept ? extractOutputs(outputParams, result) : NO_OUTPUTS;
  if (!outputs.ok) {
    const message = outputs.error.map(({ kind, field }) => `${field} ${kind}`).join("; ");
    const error = { kind: "outputs", message };
    const failure = { kind: "cannot-dispatch" } as const;
    stepFailed(d, row, { failure, error, cause: "worker_failed" });
    return;
  }
  recordStep(d, type, row, { to: "succeeded" });
  const passed = moveStep(
    d,
    row,
    { to: "succeeded", cause: "worker_succeeded" },
    {
      result: shown(result, sensitive),
      error: null,
      completedAt: d.now,
      dueAt: null,
    },
  );
  if (row.memberId !== 0 && outputs.value.size > 0) {
    const { workerData } = rowOf(d.members, row.memberId);
    setMember(d, row.memberId, { workerData: mergeWorkerData(workerData, outputs.value) });
  }
  stepPassed(d, passed);
}

/** A marked field goes on as an output; the row is there to be looked at. */
function shown(result: unknown, marks: StepMarks | null): unknown {
  if (marks === null) return result;
  const fields = pickFields(result, marks.results);
  return withFields(result, hideMarked(fields, new Set(marks.results)));
}

/** M-074: who says "not done yet" and cannot be asked again is taken at the word that counts:
 *  the job ended without an error. The log carries the warning. */
function stillWorking(d: Draft, row: ExecutionRow, result: unknown): void {
  const step = stepOf(d, row);
  if (step.poll === null) {
    succeeded(d, row, result, "step.succeeded_without_poll");
    return;
  }
  const isFirst = row.status === "dispatched";
  const polling = isFirst ? startPolling(d.now) : pollAnswered(pollingOf(row));
  const dueAt = pollDueAt(pollPlan(step), polling);
  const set = {
    pollStartedAt: polling.startedAt,
    lastPolledAt: polling.lastPolledAt,
    result: shown(result, step.sensitive),
    dueAt,
  };
  if (isFirst) {
    recordStep(d, "step.polling", row, { to: "polling" });
    moveStep(d, row, { to: "polling", cause: "worker_still_working" }, set);
  } else setExecution(d, row.id, set);
  publishPollCheck(d, row, dueAt);
}
