/** A phase begins: executions for every active member, made in one move, the first of each due
 *  at once. They are then sent in portions as the sweep finds them (R30), not here. */

import type { PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { Bulk } from "./bulk.ts";
import { addExecution } from "./change.ts";
import type { Draft } from "./draft.ts";
import { type ExecutionRow, newExecution } from "./execution-row.ts";
import { movePhase } from "./move.ts";
import { phasePlan } from "./plan.ts";
import type { MemberRow, PhaseRow } from "./rows.ts";
import { takeExecutionIds } from "./sequences.ts";
import { rowOf, rowsOf } from "./table.ts";

type OpenPhase = Extract<Bulk, { readonly kind: "openPhase" }>;

export function openPhase(d: Draft, phaseId: PhaseExecutionId, cause: "due" | "advanced"): void {
  const phase = rowOf(d.phases, phaseId);
  const steps = phasePlan(d, phase).steps.length;
  const { activeMembers, memberCount } = d.batch;
  const counts =
    steps === 0
      ? { total: activeMembers, succeeded: activeMembers }
      : { total: activeMembers, remaining: activeMembers, barrierRemaining: activeMembers };
  const mover = cause === "advanced" ? "operator" : "engine";
  const opened = movePhase(
    d,
    phase,
    { to: "dispatched", cause, mover },
    {
      ...counts,
      dispatchedAt: d.now,
    },
  );
  d.agenda.phases.add(phaseId);
  if (steps === 0 || activeMembers === 0) return;
  const firstId = takeExecutionIds(d, memberCount * steps);
  const { fence } = d.batch;
  const shape = { phaseId, firstId, steps, members: memberCount };
  const bulk = { kind: "openPhase", ...shape, fence, at: d.now } as const;
  for (const member of rowsOf(d.members)) {
    for (const row of openedFor(bulk, opened, member)) addExecution(d, row);
  }
  d.bulk.push({ ...bulk, exceptMembers: [] });
}

/** What opening a phase makes for one member. */
export function openedFor(
  { firstId, steps, members, fence, at }: Omit<OpenPhase, "exceptMembers">,
  { id: phaseId, batchId, version }: PhaseRow,
  { id: memberId, status, ordinal, generation }: MemberRow,
): readonly ExecutionRow[] {
  if (status !== "active") return [];
  const first = firstId + ordinal - 1;
  const rows: ExecutionRow[] = [];
  for (let stepIndex = 0; stepIndex < steps; stepIndex += 1) {
    const id = idAfter(first, stepIndex * members);
    const dueAt = stepIndex === 0 ? at : null;
    rows.push(
      newExecution({
        id,
        batchId,
        kind: "step",
        phaseId,
        undoesId: 0,
        memberId,
        generation,
        stepIndex,
        version,
        fence,
        dueAt,
      }),
    );
  }
  return rows;
}

/** Counted on from one that was reserved: a phase may have a hundred thousand. */
const idAfter = (first: number, by: number): StepExecutionId => (first + by) as StepExecutionId;

/** I15: whatever has fallen due while the batch could not begin. */
export function openDuePhases(d: Draft): void {
  if (d.batch.status !== "active") return;
  for (const phase of [...rowsOf(d.phases)]) {
    const isDue = phase.dueAt !== null && phase.dueAt <= d.now;
    if (phase.status === "pending" && isDue) openPhase(d, phase.id, "due");
  }
}
