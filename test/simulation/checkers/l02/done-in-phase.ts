/** Which members are done in each phase of a batch: came through all its steps, or failed before
 *  they had, in time or late. Read from steps and members, not from the phase's own counts. */
import type { MemberId, PhaseExecutionId } from "../../../../runtime/contract/ids.ts";
import type { BatchRows } from "../../watch/commit.ts";
import { executionsOf, isPast } from "../../watch/rows.ts";

export type DoneIn = { readonly through: number; readonly failed: ReadonlySet<MemberId> };
export type DoneByPhase = ReadonlyMap<PhaseExecutionId, DoneIn>;

export const doneByPhase = (rows: BatchRows): DoneByPhase =>
  new Map([...rows.phases.keys()].map((id) => [id, doneIn(rows, id)]));

export function doneIn(rows: BatchRows, phaseId: PhaseExecutionId): DoneIn {
  let through = 0;
  const failed = new Set<MemberId>();
  for (const { id, generation, status } of rows.members.values()) {
    const own = executionsOf(rows, id).filter(
      (row) => row.phaseId === phaseId && row.generation === generation,
    );
    if (own.length === 0) continue;
    if (own.every(isPast)) through += 1;
    else if (status === "failed") failed.add(id);
  }
  return { through, failed };
}
