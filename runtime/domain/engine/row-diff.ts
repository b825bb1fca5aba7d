/** What has become different in a row, column by column. Executions and members are written out:
 *  they change with every step, and comparing by name was a fifth of all deciding. Columns that
 *  make a row's key never change and are not compared. */
import type { ExecutionRow } from "./execution-row.ts";
import type { Own } from "./own-row.ts";
import type { MemberRow } from "./rows.ts";

type Changes<Row> = Partial<Own<Row>>;

export function executionDiff(
  before: ExecutionRow,
  after: ExecutionRow,
): Partial<ExecutionRow> | null {
  const set: Changes<ExecutionRow> = {};
  if (after.status !== before.status) set.status = after.status;
  if (after.attempt !== before.attempt) set.attempt = after.attempt;
  if (after.pollCount !== before.pollCount) set.pollCount = after.pollCount;
  if (after.retryCount !== before.retryCount) set.retryCount = after.retryCount;
  if (after.outstanding !== before.outstanding) set.outstanding = after.outstanding;
  if (after.fence !== before.fence) set.fence = after.fence;
  if (!isSameTime(after.dueAt, before.dueAt)) set.dueAt = after.dueAt;
  if (after.waitingFor !== before.waitingFor) set.waitingFor = after.waitingFor;
  if (after.held !== before.held) set.held = after.held;
  if (after.skipped !== before.skipped) set.skipped = after.skipped;
  if (after.frozen !== before.frozen) set.frozen = after.frozen;
  if (after.undo !== before.undo) set.undo = after.undo;
  if (!isSameTime(after.dispatchedAt, before.dispatchedAt)) set.dispatchedAt = after.dispatchedAt;
  if (!isSameTime(after.completedAt, before.completedAt)) set.completedAt = after.completedAt;
  if (!isSameTime(after.pollStartedAt, before.pollStartedAt)) {
    set.pollStartedAt = after.pollStartedAt;
  }
  if (!isSameTime(after.lastPolledAt, before.lastPolledAt)) set.lastPolledAt = after.lastPolledAt;
  if (after.result !== before.result) set.result = after.result;
  if (after.error !== before.error) set.error = after.error;
  return isEmpty(set) ? null : set;
}

/** The same as one number, a bit for each column: whoever keeps a statement for each combination
 *  finds it by this. */
export const changedColumns = (old: ExecutionRow, now: ExecutionRow): number =>
  (now.status === old.status ? 0 : 1) |
  (now.attempt === old.attempt ? 0 : 2) |
  (now.pollCount === old.pollCount ? 0 : 4) |
  (now.retryCount === old.retryCount ? 0 : 8) |
  (now.outstanding === old.outstanding ? 0 : 16) |
  (now.fence === old.fence ? 0 : 32) |
  (isSameTime(now.dueAt, old.dueAt) ? 0 : 64) |
  (now.waitingFor === old.waitingFor ? 0 : 128) |
  (now.held === old.held ? 0 : 256) |
  (now.skipped === old.skipped ? 0 : 512) |
  (now.frozen === old.frozen ? 0 : 1024) |
  (now.undo === old.undo ? 0 : 2048) |
  (isSameTime(now.dispatchedAt, old.dispatchedAt) ? 0 : 4096) |
  (isSameTime(now.completedAt, old.completedAt) ? 0 : 8192) |
  (isSameTime(now.pollStartedAt, old.pollStartedAt) ? 0 : 16384) |
  (isSameTime(now.lastPolledAt, old.lastPolledAt) ? 0 : 32768) |
  (now.result === old.result ? 0 : 65536) |
  (now.error === old.error ? 0 : 131072);

export function memberDiff(before: MemberRow, after: MemberRow): Partial<MemberRow> | null {
  const set: Changes<MemberRow> = {};
  if (after.generation !== before.generation) set.generation = after.generation;
  if (after.status !== before.status) set.status = after.status;
  if (after.currentExecutionId !== before.currentExecutionId) {
    set.currentExecutionId = after.currentExecutionId;
  }
  if (after.waitsFor !== before.waitsFor) set.waitsFor = after.waitsFor;
  if (after.failedAfter !== before.failedAfter) set.failedAfter = after.failedAfter;
  if (after.removalApproved !== before.removalApproved) {
    set.removalApproved = after.removalApproved;
  }
  if (after.data !== before.data) set.data = after.data;
  if (after.workerData !== before.workerData) set.workerData = after.workerData;
  return isEmpty(set) ? null : set;
}

function isEmpty(set: object): boolean {
  for (const _ in set) return false;
  return true;
}

export const isSameTime = (one: Date | null, other: Date | null): boolean =>
  one === other || (one !== null && other !== null && one.getTime() === other.getTime());
