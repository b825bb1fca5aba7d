/** Sequences of steps outside phases: init, finalize, rollbacks, removals. All their executions
 *  are made at once, pending, and run one after the other. */
import { StepExecutionId } from "../../contract/ids.ts";
import type { ExecutionKind } from "../../contract/job-id.ts";
import type { StepCause } from "../step.ts";
import { closeAttention, stepSubject } from "./attention.ts";
import { asCancelled } from "./cancel-row.ts";
import { addExecution, setExecution } from "./change.ts";
import { type Draft, executionsOf } from "./draft.ts";
import { type ExecutionRow, newExecution } from "./execution-row.ts";
import { moveStep } from "./move.ts";
import { isOpenStep } from "./statuses.ts";

export function takeExecutionIds(d: Draft, count: number): number {
  const { execution } = d.nextIds;
  d.nextIds = { ...d.nextIds, execution: execution + count };
  return execution;
}

type Sequence = Pick<ExecutionRow, "phaseId" | "undoesId" | "memberId" | "generation" | "version">;

export function addSequence(
  d: Draft,
  kind: ExecutionKind,
  { phaseId, undoesId, memberId, generation, version }: Sequence,
  steps: number,
): void {
  const firstId = takeExecutionIds(d, steps);
  for (let stepIndex = 0; stepIndex < steps; stepIndex += 1) {
    const id = StepExecutionId.parse(firstId + stepIndex);
    const key = { id, kind, phaseId, undoesId, memberId, generation, version, stepIndex };
    const { id: batchId, fence } = d.batch;
    addExecution(d, newExecution({ ...key, batchId, fence, dueAt: null }));
  }
  d.agenda.members.add(memberId);
}

/** Those that run one after the other with this one, itself included, in order. */
export const sequenceRows = (d: Draft, row: ExecutionRow): readonly ExecutionRow[] =>
  executionsOf(d, row.memberId)
    .filter(
      (other) =>
        other.kind === row.kind &&
        other.phaseId === row.phaseId &&
        other.undoesId === row.undoesId &&
        other.generation === row.generation &&
        other.version === row.version,
    )
    .sort((one, other) => one.stepIndex - other.stepIndex);

export function cancelRow(d: Draft, row: ExecutionRow, cause: StepCause): void {
  moveStep(d, row, { to: "cancelled", cause }, asCancelled(row, d.now));
}

/** A held execution has ended already; it only stops asking for a person. */
export function letGo(d: Draft, row: ExecutionRow): ExecutionRow {
  closeAttention(d, stepSubject(row.id));
  return setExecution(d, row.id, { held: false });
}

export function cancelRest(d: Draft, row: ExecutionRow): void {
  for (const later of sequenceRows(d, row)) {
    if (later.stepIndex > row.stepIndex && isOpenStep(later.status)) {
      cancelRow(d, later, "sequence_failed");
    }
  }
}
