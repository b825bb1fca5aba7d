/** The undoing of a failed step: its executions, made when the failure is final (I17), and what
 *  is no longer asked about them. */

import { closeAttention, stepSubject } from "./attention.ts";
import type { Draft } from "./draft.ts";
import { type ExecutionRow, isCompensation } from "./execution-row.ts";
import { rollbackOf } from "./plan.ts";
import { addSequence } from "./sequences.ts";
import { rowOf } from "./table.ts";

export function startRollback(d: Draft, failed: ExecutionRow): void {
  const steps = rollbackOf(d, failed);
  if (steps.length === 0) return;
  const { memberId, attempt: generation, version, id: undoesId } = failed;
  addSequence(d, "rollback", { phaseId: 0, undoesId, memberId, generation, version }, steps.length);
}

export const isFailed = ({ status }: ExecutionRow): boolean =>
  status === "failed" || status === "poll_timeout";

/** Whatever could not be undone is no longer asked about, unless it still holds its member. */
export function forgetUndoing(d: Draft, rows: readonly ExecutionRow[]): void {
  for (const row of rows) {
    const isGivenUp = isCompensation(row) && isFailed(row) && !row.held;
    if (isGivenUp) closeAttention(d, stepSubject(row.id));
  }
}

/** A removal whose member has returned: who is back is worked on anew, and removing what the last
 *  generation left would reach that. */
export const isOfLastStay = (d: Draft, { kind, memberId, generation }: ExecutionRow): boolean =>
  kind === "removal" && memberId !== 0 && rowOf(d.members, memberId).generation !== generation;
