/** Changes to the rows of a draft. Statuses change through `move.ts` only, which calls this. */
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import { type Draft, listOf } from "./draft.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import type { BatchRow, MemberRow, PhaseRow } from "./rows.ts";
import { isOpenStep, isTerminalPhase } from "./statuses.ts";
import { addRow, rowOf } from "./table.ts";

export function setBatch(d: Draft, set: Partial<BatchRow>): void {
  d.batch = { ...d.batch, ...set };
}

export function setPhase(d: Draft, id: PhaseExecutionId, set: Partial<PhaseRow>): PhaseRow {
  const row = { ...rowOf(d.phases, id), ...set };
  d.phases.changed.set(id, row);
  return row;
}

export function setMember(d: Draft, id: MemberId, set: Partial<MemberRow>): MemberRow {
  const row = { ...rowOf(d.members, id), ...set };
  d.members.changed.set(id, row);
  return row;
}

/** Keeps the batch's two counts of open executions in step with the rows (I8's sister). */
export function setExecution(
  d: Draft,
  id: StepExecutionId,
  set: Partial<ExecutionRow>,
): ExecutionRow {
  const before = rowOf(d.executions, id);
  const row = { ...before, ...set };
  d.executions.changed.set(id, row);
  count(d, row, Number(holds(row)) - Number(holds(before)));
  return row;
}

export function addExecution(d: Draft, row: ExecutionRow): void {
  addRow(d.executions, row.id, row);
  listOf(d.ofMember, row.memberId).push(row.id);
  count(d, row, 1);
}

/** A parent cannot end before this has. */
export const holds = ({ status, held }: ExecutionRow): boolean => held || isOpenStep(status);

function count(d: Draft, row: ExecutionRow, by: number): void {
  if (by === 0) return;
  d.agenda.batch = true;
  if (isCompensation(row)) setBatch(d, { compensations: d.batch.compensations + by });
  else if (isLate(d, row)) setBatch(d, { lateExecutions: d.batch.lateExecutions + by });
}

/** An execution of a phase that has already ended. */
const isLate = (d: Draft, { phaseId }: ExecutionRow): boolean =>
  phaseId !== 0 && isTerminalPhase(rowOf(d.phases, phaseId).status);
