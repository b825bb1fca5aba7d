/** The undoing of a failed step: its executions, made when the failure is final (I17). */
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import { rollbackOf } from "./plan.ts";
import { addSequence } from "./sequences.ts";

export function startRollback(d: Draft, failed: ExecutionRow): void {
  const steps = rollbackOf(d, failed);
  if (steps.length === 0) return;
  const { memberId, attempt: generation, version, id: undoesId } = failed;
  addSequence(d, "rollback", { phaseId: 0, undoesId, memberId, generation, version }, steps.length);
}
