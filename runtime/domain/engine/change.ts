/** Changes to the rows of a draft, in place: each row is copied once. Statuses change through
 *  `move.ts` only, which calls this. */
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { StepStatus } from "../../contract/statuses.ts";
import { type Draft, rowsOfMember } from "./draft.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import { ownExecution } from "./own-execution.ts";
import { ownRow } from "./own-row.ts";
import type { BatchRow, MemberRow, PhaseRow } from "./rows.ts";
import { isOpenStep, isTerminalPhase } from "./statuses.ts";
import { addRow, rowOf } from "./table.ts";

export function setBatch(d: Draft, set: Partial<BatchRow>): void {
  Object.assign(d.batch, set);
}

export function setPhase(d: Draft, id: PhaseExecutionId, set: Partial<PhaseRow>): PhaseRow {
  return Object.assign(ownRow(d.phases, id), set);
}

export function setMember(d: Draft, id: MemberId, set: Partial<MemberRow>): MemberRow {
  return Object.assign(ownRow(d.members, id), set);
}

/** Keeps the batch's two counts of open executions in step with the rows (I8's sister). */
export function setExecution(
  d: Draft,
  id: StepExecutionId,
  set: Partial<ExecutionRow>,
  status?: StepStatus,
): ExecutionRow {
  const row = ownExecution(d, id);
  const held = holds(row);
  Object.assign(row, set);
  if (status !== undefined) row.status = status;
  if (holds(row) !== held) count(d, row, held ? -1 : 1);
  return row;
}

export function addExecution(d: Draft, row: ExecutionRow): void {
  addRow(d.executions, row.id, row);
  rowsOfMember(d, row.memberId).push(row);
  count(d, row, 1);
}

/** A parent cannot end before this has. */
export const holds = ({ status, held }: ExecutionRow): boolean => held || isOpenStep(status);

function count(d: Draft, row: ExecutionRow, by: number): void {
  d.agenda.batch = true;
  if (isCompensation(row)) d.batch.compensations += by;
  else if (isLate(d, row)) d.batch.lateExecutions += by;
}

/** An execution of a phase that has already ended. */
const isLate = (d: Draft, { phaseId }: ExecutionRow): boolean =>
  phaseId !== 0 && isTerminalPhase(rowOf(d.phases, phaseId).status);
