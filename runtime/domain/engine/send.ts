/** Sends the job of a pending execution, parks the execution, or finds that it can never be sent.
 *  S1. Params are resolved here and frozen with the first attempt (R22, R40); a failure to
 *      resolve is a decision like any other (R21).
 *  S2. No job for a worker nobody knows: it would vanish (R20). Somebody is told instead.
 *  S3. Nothing new starts under a pause or beyond a limit; a parked execution is woken by
 *      whoever removes the cause. */

import { fail, ok, type Result } from "../../contract/result.ts";
import { type ParamFailure, type ResolvedStep, resolveStep } from "../params.ts";
import { attemptDeadline } from "../retry.ts";
import type { Step } from "../runbook.ts";
import { openAttention } from "./attention.ts";
import { setExecution } from "./change.ts";
import type { Publication } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionError, ExecutionRow } from "./execution-row.ts";
import { sendOut } from "./job-out.ts";
import { moveStep } from "./move.ts";
import { pickVariables, rollbackOf, stepOf, variablesFor } from "./plan.ts";
import { jobMessage } from "./publish.ts";
import { recordDispatch } from "./record.ts";
import { slotKeys } from "./slot-room.ts";
import { fullSlot } from "./slots.ts";
import { rowOf } from "./table.ts";
import type { SwitchedOff } from "./world.ts";

export type Sent = "sent" | "parked" | { readonly unsendable: ExecutionError };

export const PAUSED = "paused";
export const unregistered = (workerId: string): string => `unregistered:${workerId}`;
export const workerSubject = (d: Draft, workerId: string): string =>
  `batch:${d.batch.id}:worker:${workerId}`;

export function sendStep(d: Draft, row: ExecutionRow): Sent {
  const step = stepOf(d, row);
  const offered = d.world.workers.get(step.workerId);
  if (offered === undefined) return parkUnregistered(d, row, step.workerId);
  if (isPaused(d, row)) return park(d, row, PAUSED);
  const ready = prepare(d, row, step);
  if (!ready.ok) return { unsendable: ready.error };
  const { functionName } = ready.value.frozen;
  const found = offered.get(functionName);
  if (typeof found !== "string") return { unsendable: notOffered(step, functionName, found) };
  const keys = slotKeys(step.workerId, functionName);
  const full = fullSlot(d, keys);
  if (full !== null) return park(d, row, full);
  dispatch(d, row, step, ready.value, keys);
  return "sent";
}

/** The first is mended in the runbook, the second in the worker's rights or settings. */
function notOffered(
  { workerId }: Step,
  name: string,
  found: SwitchedOff | undefined,
): ExecutionError {
  if (found === undefined) {
    return { kind: "unknown-function", message: `${workerId} does not offer ${name}` };
  }
  const why = `its capability ${found.disabledCapability} is disabled`;
  return { kind: "capability-disabled", message: `${workerId} has ${name} switched off: ${why}` };
}

function dispatch(
  d: Draft,
  row: ExecutionRow,
  step: Step,
  { frozen, message }: Ready,
  keys: readonly string[],
): void {
  const undo = row.undo ?? undoVariables(d, row);
  recordDispatch(d, row);
  const sent = moveStep(
    d,
    row,
    { to: "dispatched", cause: "dispatched" },
    {
      frozen,
      undo,
      outstanding: true,
      waitingFor: null,
      dispatchedAt: d.now,
      dueAt: deadlineOf(d, step.dispatchTimeoutSec),
    },
  );
  sendOut(d, sent, keys);
  d.publish.push(message);
}

function deadlineOf({ deadlines, now }: Draft, timeoutSec: number): Date {
  const known = deadlines.get(timeoutSec) ?? attemptDeadline(now, timeoutSec);
  deadlines.set(timeoutSec, known);
  return known;
}

function undoVariables(d: Draft, row: ExecutionRow): ExecutionRow["undo"] {
  const steps = rollbackOf(d, row);
  return steps.length === 0 ? null : pickVariables(steps, variablesFor(d, row));
}

/** What is sent, and the job that says so. */
type Ready = { readonly frozen: ResolvedStep; readonly message: Publication };

function prepare(d: Draft, row: ExecutionRow, step: Step): Result<Ready, ExecutionError> {
  const resolved = row.frozen === null ? resolveStep(step, variablesFor(d, row)) : ok(row.frozen);
  if (!resolved.ok) return fail({ kind: "template", message: resolved.error.map(told).join("; ") });
  const frozen = resolved.value;
  const message = jobMessage(d, row, step.workerId, frozen);
  if (message !== null) return ok({ frozen, message });
  return fail({ kind: "job-too-large", message: "The job is larger than a message may be." });
}

/** Names, never values: rows hold personal data and errors end up in logs. */
function told(failure: ParamFailure): string {
  const names = "variables" in failure ? `: ${failure.variables.join(", ")}` : "";
  return `${failure.at} ${failure.kind}${names}`;
}

function isPaused(d: Draft, { phaseId }: ExecutionRow): boolean {
  return d.batch.paused || (phaseId !== 0 && rowOf(d.phases, phaseId).paused);
}

export function park(d: Draft, row: ExecutionRow, waitingFor: string): "parked" {
  setExecution(d, row.id, { waitingFor, dueAt: null });
  return "parked";
}

function parkUnregistered(d: Draft, row: ExecutionRow, workerId: string): "parked" {
  const reason = `No worker is registered as ${workerId}.`;
  openAttention(d, workerSubject(d, workerId), reason, ["register-worker", "cancel"]);
  return park(d, row, unregistered(workerId));
}
