/** A phase's counters, changed where a member enters, passes or leaves it (I8).
 *  - While a phase is dispatched, `remaining` is the number of its members that are not done.
 *  - Once it has ended nothing of it changes but the counts of late members. */
import type { MemberId, PhaseExecutionId } from "../../contract/ids.ts";
import { holds, setPhase } from "./change.ts";
import { type Draft, executionsOf, listOf, rowsOfMember } from "./draft.ts";
import { type ExecutionRow, isPassed } from "./execution-row.ts";
import { acceptedWithout, failuresIn, fillSample } from "./failure-budget.ts";
import { ownRow } from "./own-row.ts";
import type { MemberRow } from "./rows.ts";
import { rowOf } from "./table.ts";

/** The member's executions in a phase, in order. */
export const inPhase = (
  d: Draft,
  { id, generation }: Pick<MemberRow, "id" | "generation">,
  phaseId: PhaseExecutionId,
): readonly ExecutionRow[] =>
  executionsOf(d, id)
    .filter((row) => row.phaseId === phaseId && row.generation === generation)
    .sort((one, other) => one.stepIndex - other.stepIndex);

/** Whether the member has passed every step of a phase; asked after each of them. */
function hasPassed(
  d: Draft,
  memberId: MemberId,
  generation: number,
  phaseId: PhaseExecutionId,
): boolean {
  for (const row of rowsOfMember(d, memberId)) {
    if (row.phaseId === phaseId && row.generation === generation && !isPassed(row)) return false;
  }
  return true;
}

/** Executions of phases, phase by phase. */
export function byPhase(
  rows: readonly ExecutionRow[],
): ReadonlyMap<PhaseExecutionId, readonly ExecutionRow[]> {
  const groups = new Map<PhaseExecutionId, ExecutionRow[]>();
  for (const row of rows) if (row.phaseId !== 0) listOf(groups, row.phaseId).push(row);
  return groups;
}

/** Joins a phase under way, or comes late to one that has ended. */
export function enterPhase(d: Draft, phaseId: PhaseExecutionId): void {
  const phase = rowOf(d.phases, phaseId);
  if (phase.status === "dispatched") {
    setPhase(d, phaseId, {
      total: phase.total + 1,
      remaining: phase.remaining + 1,
      barrierRemaining: phase.barrierRemaining + 1,
    });
  } else setPhase(d, phaseId, { lateMembers: phase.lateMembers + 1 });
}

/** An operator's retry: a failed member is not done after all. */
export function reenterPhase(
  d: Draft,
  member: MemberRow,
  phaseId: PhaseExecutionId,
  atBarrier: boolean,
): void {
  const phase = rowOf(d.phases, phaseId);
  const failuresAccepted = acceptedWithout(d, member, failuresIn(phase));
  if (phase.status === "dispatched") {
    setPhase(d, phaseId, {
      failed: phase.failed - 1,
      failuresAccepted,
      remaining: phase.remaining + 1,
      barrierRemaining: phase.barrierRemaining + Number(atBarrier),
    });
  } else {
    const { lateMembers, lateFailed } = phase;
    const late = { lateMembers: lateMembers + 1, lateFailed: lateFailed - 1 };
    setPhase(d, phaseId, { ...late, failuresAccepted });
  }
}

/** A member that starts anew: its last generation no longer counts. */
export function withdraw(d: Draft, member: MemberRow): void {
  const rows = executionsOf(d, member.id).filter((row) => row.generation === member.generation);
  for (const [phaseId, ofPhase] of byPhase(rows)) {
    const phase = rowOf(d.phases, phaseId);
    const isDone = ofPhase.every(isPassed);
    if (!isDone && member.status === "removed") continue;
    const [passed, failed] = [Number(isDone), Number(!isDone)];
    setPhase(d, phaseId, {
      ...(phase.status === "dispatched"
        ? {
            total: phase.total - 1,
            succeeded: phase.succeeded - passed,
            failed: phase.failed - failed,
          }
        : {
            lateWithdrawn: phase.lateWithdrawn + passed,
            lateFailed: phase.lateFailed - failed,
          }),
      ...(isDone ? {} : { failuresAccepted: acceptedWithout(d, member, failuresIn(phase)) }),
    });
  }
}

/** A step of a phase was passed: perhaps the barrier's, perhaps the member's last. */
export function passInPhase(d: Draft, row: ExecutionRow, memberId: MemberId): void {
  if (row.phaseId === 0) return;
  const phase = rowOf(d.phases, row.phaseId);
  const { generation } = row;
  const isDone = hasPassed(d, memberId, generation, row.phaseId);
  d.agenda.phases.add(row.phaseId);
  if (phase.status !== "dispatched") {
    if (!isDone) return;
    setPhase(d, row.phaseId, { lateSucceeded: phase.lateSucceeded + 1 });
    fillSample(d, row.phaseId);
    return;
  }
  const own = ownRow(d.phases, row.phaseId);
  if (row.stepIndex === phase.barrierStep) own.barrierRemaining -= 1;
  if (!isDone) return;
  own.remaining -= 1;
  own.succeeded += 1;
  fillSample(d, row.phaseId);
}

/** Failed or removed: the member is done in every phase it had not passed. Called before its
 *  executions are cancelled, for they tell which those are; `failed` is the one that ended it.
 *  Answers with those phases. */
export function leavePhases(
  d: Draft,
  member: MemberRow,
  failed: ExecutionRow | null,
): readonly PhaseExecutionId[] {
  const rows = executionsOf(d, member.id).filter(
    (row) => row.generation === member.generation && (holds(row) || row.id === failed?.id),
  );
  const phases = byPhase(rows);
  for (const [phaseId, left] of phases) {
    const phase = rowOf(d.phases, phaseId);
    d.agenda.phases.add(phaseId);
    if (phase.status !== "dispatched") {
      setPhase(d, phaseId, { lateFailed: phase.lateFailed + Number(failed !== null) });
      continue;
    }
    const atBarrier = left.some((row) => row.stepIndex === phase.barrierStep);
    setPhase(d, phaseId, {
      remaining: phase.remaining - 1,
      barrierRemaining: phase.barrierRemaining - Number(atBarrier),
      failed: phase.failed + Number(failed !== null),
      total: phase.total - Number(failed === null),
    });
  }
  return [...phases.keys()];
}
