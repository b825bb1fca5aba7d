/** What a member, or the batch itself, does next. One job at a time (I4): nothing is started
 *  while one is out. Undoing comes before anything new (I18).
 *  - A member takes its phases in order; the gate of a phase waits for the phase before it, and
 *    a phase without a gate does not.
 *  - At a barrier a member waits until all have come as far. */
import type { MemberId } from "../../contract/ids.ts";
import { holds } from "./change.ts";
import { type Draft, executionsOf } from "./draft.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import { byPhase } from "./phase-counts.ts";
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
  const rows = executionsOf(d, member.id);
  const undoing = rows.find((row) => isCompensation(row) && holds(row));
  if (undoing !== undefined) {
    startExecution(d, undoing);
    return;
  }
  if (member.status === "removed") d.notices.push({ kind: "member-drained", key: member.key });
  if (member.status !== "active" || member.waitsFor !== null || !isLiveBatch(d.batch.status))
    return;
  progressPhases(
    d,
    rows.filter((row) => row.generation === member.generation),
  );
}

function progressPhases(d: Draft, rows: readonly ExecutionRow[]): void {
  const groups = [...byPhase(rows)].sort(([one], [other]) => one - other);
  let isClear = true;
  for (const [phaseId, inPhase] of groups) {
    const phase = rowOf(d.phases, phaseId);
    const next = inPhase.find(holds);
    const isOpen = isClear || phasePlan(d, phase).gate === "none";
    if (next !== undefined && isOpen && startInPhase(d, phase, next) !== "waiting") return;
    isClear = next === undefined;
  }
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
