/** Rows of one batch as they enter and change, with the keys that only one row may have and the
 *  sets by which they are found. A status outside its set is refused as a database does. */
import type { StepExecutionId } from "../../../runtime/contract/ids.ts";
import { PHASE_STATUSES, STEP_STATUSES } from "../../../runtime/contract/statuses.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { PhaseRow, SlotRow } from "../../../runtime/domain/engine/rows.ts";
import { append, type Change, put } from "./change.ts";
import { check, refuseTaken } from "./constraints.ts";
import { claimKey } from "./counters.ts";
import { keyOf } from "./keys.ts";
import type { BatchRows } from "./tables.ts";

export function insertPhase(change: Change, rows: BatchRows, row: PhaseRow): void {
  check(PHASE_STATUSES, row.status);
  claimKey(change, `phase ${row.id}`, row.batchId);
  refuseTaken(rows.phases.has(row.id), `phase ${row.id}`);
  claimKey(change, keyOf("phase", row.batchId, row.name, row.version), row.id);
  put(change.undo, rows.phases, row.id, row);
}

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
