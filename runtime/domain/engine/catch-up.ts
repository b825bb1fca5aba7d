/** A member that joins, returns or is retried while phases have begun without it gets their
 *  executions now, in order, one step at a time (M-079, R37), each phase under its own version
 *  (M-041). Phases still pending take it in when they open, also when a new version does a phase
 *  of that name again: whoever was there has had the one before, and that one alone is certain,
 *  for yet another version may take the pending one back. */
import type { Draft } from "./draft.ts";
import { enterPhase, inPhase } from "./phase-counts.ts";
import { phasePlan } from "./plan.ts";
import type { MemberRow, PhaseRow } from "./rows.ts";
import { addSequence } from "./sequences.ts";
import { rowsOf } from "./table.ts";

export function catchUp(d: Draft, member: MemberRow): void {
  const { id: memberId, generation } = member;
  for (const phase of begunPhases(d)) {
    const steps = phasePlan(d, phase).steps.length;
    if (steps === 0 || inPhase(d, member, phase.id).length > 0) continue;
    enterPhase(d, phase.id);
    const { id: phaseId, version } = phase;
    addSequence(d, "step", { phaseId, undoesId: 0, memberId, generation, version }, steps);
  }
  d.agenda.members.add(memberId);
}

/** One phase of each name: the latest that has begun. */
function begunPhases(d: Draft): readonly PhaseRow[] {
  const latest = new Map<string, PhaseRow>();
  for (const phase of rowsOf(d.phases)) {
    if (phase.dispatchedAt !== null) latest.set(phase.name, phase);
  }
  return [...latest.values()].sort((one, other) => one.id - other.id);
}
