/** How many members are done in each phase of a batch: came through all its steps, or failed before
 *  they had, in time or late. Counted from steps and members, not from the phase's own counts. */
import type { PhaseExecutionId } from "../../../../runtime/contract/ids.ts";
import type { BatchRows } from "../../watch/commit.ts";
import { executionsOf, isPast } from "../../watch/rows.ts";

export type DoneIn = { readonly through: number; readonly failed: number };
export type DoneCounts = ReadonlyMap<PhaseExecutionId, DoneIn>;

export const doneCounts = (rows: BatchRows): DoneCounts =>
  new Map([...rows.phases.keys()].map((id) => [id, countIn(rows, id)]));

export function countIn(rows: BatchRows, phaseId: PhaseExecutionId): DoneIn {
  let through = 0;
  let failed = 0;
  for (const { id, generation, status } of rows.members.values()) {
    const own = executionsOf(rows, id).filter(
      (row) => row.phaseId === phaseId && row.generation === generation,
    );
    if (own.length === 0) continue;
    if (own.every(isPast)) through += 1;
    else if (status === "failed") failed += 1;
  }
  return { through, failed };
}
