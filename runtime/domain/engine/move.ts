/** The only way a status changes: along an arrow of its transition table, for that arrow's
 *  cause, from the status it has now (I19). Anything else is a bug in a handler and throws before
 *  it can be committed. */
import type {
  BatchStatus,
  MemberStatus,
  PhaseStatus,
  StepStatus,
} from "../../contract/statuses.ts";
import { BATCH_MOVES, type BatchCause } from "../batch.ts";
import { MEMBER_MOVES, type MemberCause } from "../member.ts";
import type { Moves } from "../moves.ts";
import { PHASE_MOVES, type PhaseCause } from "../phase.ts";
import { STEP_MOVES, type StepCause } from "../step.ts";
import { setBatch, setExecution, setMember, setPhase } from "./change.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import { record } from "./record.ts";
import type { BatchRow, MemberRow, PhaseRow } from "./rows.ts";
import { rowOf } from "./table.ts";

type Arrow<Status, Cause> = {
  readonly to: Status;
  readonly cause: Cause;
  /** An operator's order may take arrows that the engine may not. */
  readonly mover?: "engine" | "operator";
};

export function moveStep(
  d: Draft,
  row: ExecutionRow,
  arrow: Arrow<StepStatus, StepCause>,
  set: Partial<ExecutionRow> = {},
): ExecutionRow {
  follow<StepStatus, StepCause>(STEP_MOVES, rowOf(d.executions, row.id).status, arrow);
  return setExecution(d, row.id, set, arrow.to);
}

export function movePhase(
  d: Draft,
  row: PhaseRow,
  arrow: Arrow<PhaseStatus, PhaseCause>,
  set: Partial<PhaseRow> = {},
): PhaseRow {
  const { status: from } = rowOf(d.phases, row.id);
  follow<PhaseStatus, PhaseCause>(PHASE_MOVES, from, arrow);
  const { to, cause } = arrow;
  const detail = set.outcome == null ? { cause } : { cause, outcome: set.outcome };
  record(d, `phase.${to}`, { phaseId: row.id, from, to, detail });
  return setPhase(d, row.id, { ...set, status: to });
}

export function moveMember(
  d: Draft,
  row: MemberRow,
  arrow: Arrow<MemberStatus, MemberCause>,
  set: Partial<MemberRow> = {},
): MemberRow {
  follow<MemberStatus, MemberCause>(MEMBER_MOVES, rowOf(d.members, row.id).status, arrow);
  return setMember(d, row.id, { ...set, status: arrow.to });
}

export function moveBatch(
  d: Draft,
  arrow: Arrow<BatchStatus, BatchCause>,
  set: Partial<BatchRow> = {},
): void {
  follow<BatchStatus, BatchCause>(BATCH_MOVES, d.batch.status, arrow);
  setBatch(d, { ...set, status: arrow.to });
}

function follow<Status extends string, Cause extends string>(
  moves: Moves<Status, Cause>,
  from: Status,
  { to, cause, mover = "engine" }: Arrow<Status, Cause>,
): void {
  for (const move of moves[from]) {
    if (move.to !== to || move.cause !== cause) continue;
    if (mover === "operator" || !move.operatorOnly) return;
  }
  throw new Error(`no arrow leads ${mover} from ${from} to ${to} by ${cause}`);
}
