/** A job goes out, and comes back: the two moments at which "in flight" changes. Everything that
 *  counts jobs (the member's one, the slots, the batch) is kept here, so the counts agree. */
import { attemptDeadline } from "../retry.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import { ownExecution } from "./own-execution.ts";
import { ownRow } from "./own-row.ts";
import { stepOf } from "./plan.ts";
import { freeSlots, takeSlots } from "./slots.ts";
import { rowOf } from "./table.ts";

export function sendOut(d: Draft, row: ExecutionRow, keys: readonly string[]): void {
  takeSlots(d, keys);
  d.batch.inFlight += 1;
  if (row.memberId !== 0) ownRow(d.members, row.memberId).currentExecutionId = row.id;
}

/** Answered, expired or given up by the broker: whoever is next may go. */
export function takeBack(d: Draft, row: ExecutionRow): ExecutionRow {
  freeSlots(d, row);
  d.batch.inFlight -= 1;
  if (row.memberId !== 0) ownRow(d.members, row.memberId).currentExecutionId = 0;
  d.agenda.members.add(row.memberId);
  d.agenda.batch = true;
  const answered = ownExecution(d, row.id);
  answered.outstanding = false;
  return answered;
}

/** Whether another execution's job is out for the same member, or for the batch itself. */
export function isBusy(d: Draft, row: ExecutionRow): boolean {
  if (row.memberId === 0) return false;
  const { currentExecutionId } = rowOf(d.members, row.memberId);
  return currentExecutionId !== 0 && currentExecutionId !== row.id;
}

/** When a job that is out counts as lost, whatever has become of its execution meanwhile. */
export function answerDeadline(d: Draft, row: ExecutionRow): Date {
  const sentAt = row.lastPolledAt ?? row.dispatchedAt ?? d.now;
  return attemptDeadline(sentAt, stepOf(d, row).dispatchTimeoutSec);
}
