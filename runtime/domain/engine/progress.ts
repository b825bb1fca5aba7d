/** What a member, or the batch itself, does next. One job at a time (I4): nothing is started
 *  while one is out. Undoing comes before anything new (I18).
 *  - A member takes its phases in order; the gate of a phase waits for the phase before it, and
 *    a phase without a gate does not.
 *  - At a barrier a member waits until all have come as far. */
import type { MemberId, PhaseExecutionId } from "../../contract/ids.ts";
import { holds } from "./change.ts";
import { type Draft, executionsOf, rowsOfMember } from "./draft.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import { phasePlan } from "./plan.ts";
import type { MemberRow, PhaseRow } from "./rows.ts";
import { park } from "./send.ts";
import { type Started, startExecution } from "./start-execution.ts";
import { isLiveBatch } from "./statuses.ts";
import { rowOf } from "./table.ts";

export const BARRIER = "barrier";

export function progress(d: Draft, memberId: MemberId | 0): void {
  if (memberId === 0) progressBatch(d);
  else progressMember(d, rowOf(d.members, memberId));
}

/** Init, finalize and what undoes them: those that were made first come first. */
function progressBatch(d: Draft): void {
  const rows = executionsOf(d, 0);
  if (rows.some(({ outstanding }) => outstanding)) return;
  const next = rows.find((row) => isCompensation(row) && holds(row)) ?? rows.find(holds);
  if (next !== undefined) startExecution(d, next);
}

function progressMember(d: Draft, member: MemberRow): void {
  if (member.currentExecutionId !== 0) return;
  const rows = rowsOfMember(d, member.id);
  for (const row of rows) {
    if (!isCompensation(row) || !holds(row)) continue;
    startExecution(d, row);
    return;
  }
  if (member.status === "removed") d.notices.push({ kind: "member-drained", key: member.key });
  const isWaiting = member.waitsFor !== null || !isLiveBatch(d.batch.status);
  if (member.status === "active" && !isWaiting) progressPhases(d, rows, member.generation);
}

/** One of the member's phases, and the first of its steps that is not over. */
type Stand = { readonly phaseId: PhaseExecutionId; next: ExecutionRow | null };

function progressPhases(d: Draft, rows: readonly ExecutionRow[], generation: number): void {
  let isClear = true;
  for (const { phaseId, next } of standsOf(rows, generation)) {
    if (next === null) {
      isClear = true;
      continue;
    }
    const phase = rowOf(d.phases, phaseId);
    const isOpen = isClear || phasePlan(d, phase).gate === "none";
    if (isOpen && startInPhase(d, phase, next) !== "waiting") return;
    isClear = false;
  }
}

/** In the order of the phases' ids. A member's rows of one phase mostly follow each other. */
function standsOf(rows: readonly ExecutionRow[], generation: number): readonly Stand[] {
  const stands: Stand[] = [];
  let last: Stand | undefined;
  for (const row of rows) {
    const { phaseId } = row;
    if (phaseId === 0 || row.generation !== generation) continue;
    if (last?.phaseId !== phaseId) {
      last = stands.find((stand) => stand.phaseId === phaseId);
      if (last === undefined) {
        last = { phaseId, next: null };
        stands.push(last);
      }
    }
    if (last.next === null && holds(row)) last.next = row;
  }
  return stands.length > 1 ? stands.sort((one, other) => one.phaseId - other.phaseId) : stands;
}

function startInPhase(d: Draft, phase: PhaseRow, next: ExecutionRow): Started {
  const mustWait =
    phase.status === "dispatched" &&
    phasePlan(d, phase).barrier &&
    next.status === "pending" &&
    next.stepIndex > phase.barrierStep;
  if (!mustWait) return startExecution(d, next);
  park(d, next, BARRIER);
  return "waiting";
}
