/** A phase whose counters changed: it may have ended, or its barrier may move on. Evaluated with
 *  every change, so an empty phase ends like any other (R23, M-071). */
import type { PhaseExecutionId } from "../../contract/ids.ts";
import { phaseEnd } from "../outcome.ts";
import { setPhase } from "./change.ts";
import type { Draft } from "./draft.ts";
import { movePhase } from "./move.ts";
import { phasePlan } from "./plan.ts";
import { BARRIER } from "./progress.ts";
import type { PhaseRow } from "./rows.ts";
import { rowOf } from "./table.ts";
import { wake } from "./wake.ts";

export function progressPhase(d: Draft, phaseId: PhaseExecutionId): void {
  const phase = rowOf(d.phases, phaseId);
  d.agenda.batch = true;
  if (phase.status !== "dispatched") return;
  if (phase.remaining === 0) endPhase(d, phase);
  else moveBarrier(d, phase);
}

function endPhase(d: Draft, phase: PhaseRow): void {
  const { succeeded, failed } = phase;
  const members = succeeded + failed;
  const { status: to, outcome } = phaseEnd({ members, succeeded }, phasePlan(d, phase).completion);
  const ended = to === "completed" ? "members_succeeded" : "members_failed";
  const cause = members === 0 ? "empty" : ended;
  movePhase(d, phase, { to, cause }, { outcome, completedAt: d.now });
}

function moveBarrier(d: Draft, phase: PhaseRow): void {
  const { barrier, steps } = phasePlan(d, phase);
  const isPassed = phase.barrierRemaining === 0 && phase.barrierStep < steps.length - 1;
  if (!barrier || !isPassed) return;
  setPhase(d, phase.id, {
    barrierStep: phase.barrierStep + 1,
    barrierRemaining: phase.remaining,
  });
  wake(d, BARRIER, phase.id);
}
