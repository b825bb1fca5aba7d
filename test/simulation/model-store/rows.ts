/** Rows of one batch as they enter and change, with the keys that only one row may have and the
 *  sets by which they are found. A status outside its set is refused as a database does. */
import type { StepExecutionId } from "../../../runtime/contract/ids.ts";
import {
  MEMBER_STATUSES,
  PHASE_STATUSES,
  STEP_STATUSES,
} from "../../../runtime/contract/statuses.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { MemberRow, PhaseRow, SlotRow } from "../../../runtime/domain/engine/rows.ts";
import { refuse } from "../../../runtime/store/sqlite/refuse.ts";
import { append, type Change, claimKey, freeKey, put } from "./change.ts";
import { type BatchRows, keyOf } from "./tables.ts";

function check(statuses: readonly string[], status: string): void {
  if (!statuses.includes(status)) throw new Error(`CHECK constraint failed: status ${status}`);
}

export function insertPhase(change: Change, rows: BatchRows, row: PhaseRow): void {
  check(PHASE_STATUSES, row.status);
  claimKey(change, `phase ${row.id}`, row.batchId);
  refuseTaken(rows.phases.has(row.id), `phase ${row.id}`);
  claimKey(change, keyOf("phase", row.batchId, row.name, row.version), row.id);
  put(change.undo, rows.phases, row.id, row);
}

export function insertMember(change: Change, rows: BatchRows, row: MemberRow): void {
  check(MEMBER_STATUSES, row.status);
  claimKey(change, `member ${row.id}`, row.batchId);
  refuseTaken(rows.members.has(row.id), `member ${row.id}`);
  refuseTaken(rows.memberOfKey.has(row.key), keyOf("member", row.batchId, row.key));
  put(change.undo, rows.memberOfKey, row.key, row.id);
  put(change.undo, rows.members, row.id, row);
  holdKey(change, rows, row, row.status === "active");
}

/** A member active in a batch that has not ended is in no other batch of its runbook (I2). */
export function holdKey(change: Change, rows: BatchRows, row: MemberRow, holds: boolean): void {
  const key = heldKey(rows, row);
  if (holds) claimKey(change, key, row.id);
  else freeKey(change, key, row.id);
}

export const heldKey = ({ batch }: BatchRows, { key }: Pick<MemberRow, "key">): string =>
  keyOf("held", batch.runbookName, key);

export function insertExecution(change: Change, rows: BatchRows, row: ExecutionRow): void {
  check(STEP_STATUSES, row.status);
  claimKey(change, `execution ${row.id}`, row.batchId);
  refuseTaken(rows.executions.has(row.id), `execution ${row.id}`);
  const { batchId, memberId, phaseId, stepIndex, kind, undoesId, generation, version } = row;
  const place = keyOf(batchId, memberId, phaseId, stepIndex, kind, undoesId, generation, version);
  claimKey(change, place, row.id);
  listed(change, rows, row);
  setExecution(change, rows, row);
}

function listed({ undo }: Change, rows: BatchRows, { id, memberId }: ExecutionRow): void {
  const known = rows.ofMember.get(memberId) ?? new Set<StepExecutionId>();
  rows.ofMember.set(memberId, known.add(id));
  undo.push(() => known.delete(id));
}

export function setExecution({ undo }: Change, rows: BatchRows, row: ExecutionRow): void {
  put(undo, rows.executions, row.id, row);
  const { timed } = rows;
  const was = timed.has(row.id);
  const is = row.dueAt !== null;
  if (was === is) return;
  if (is) timed.add(row.id);
  else timed.delete(row.id);
  undo.push(() => (was ? timed.add(row.id) : timed.delete(row.id)));
}

export function insertSlot(change: Change, rows: BatchRows, row: SlotRow): void {
  refuseTaken(rows.slots.has(row.key), keyOf("slot", row.batchId, row.key));
  put(change.undo, rows.slots, row.key, row);
}

export function insertTransition(
  { undo, now }: Change,
  rows: BatchRows,
  from: BatchRows["batch"]["version"],
  to: BatchRows["batch"]["version"],
): void {
  refuseTaken(rows.transitions.has(to), keyOf("transition", rows.batch.id, to));
  put(undo, rows.transitions, to, { from, at: now });
}

export function insertEvent({ undo }: Change, rows: BatchRows, row: BatchRows["events"][0]): void {
  append(undo, rows.events, row);
}

function refuseTaken(isTaken: boolean, key: string): void {
  if (isTaken) refuse({ kind: "conflict", key });
}
