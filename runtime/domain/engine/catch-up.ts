/** A member that joins, returns or is retried while phases have begun without it gets their
 *  executions now, in order, one step at a time (M-079, R37), each phase under its own version
 *  (M-041). Phases still pending take it in when they open. */
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

/** One phase of each name, that of the latest version: the others were replaced by it. */
function begunPhases(d: Draft): readonly PhaseRow[] {
  const latest = new Map<string, PhaseRow>();
  for (const phase of rowsOf(d.phases)) {
    if (phase.status === "superseded" || phase.status === "skipped") continue;
    latest.set(phase.name, phase);
  }
  return [...latest.values()]
    .filter(({ status }) => status !== "pending")
    .sort((one, other) => one.id - other.id);
}
