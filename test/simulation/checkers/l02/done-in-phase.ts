/** How many members are done in each phase of a batch: came through all its steps, or failed before
 *  they had. Counted from steps and members, not from the phase's own counts. Once a phase has
 *  ended its counts stay: who comes late is not among them. One that was skipped with its
 *  batch may begin after all. */
import type { PhaseExecutionId } from "../../../../runtime/contract/ids.ts";
import { isTerminalPhase } from "../../../../runtime/domain/engine/statuses.ts";
import type { BatchRows } from "../../watch/commit.ts";
import { executionsOf, isPast } from "../../watch/rows.ts";

export type DoneIn = {
  readonly through: number;
  readonly failed: number;
  readonly hasEnded: boolean;
};
export type DoneCounts = ReadonlyMap<PhaseExecutionId, DoneIn>;

const NOTHING: DoneCounts = new Map();

/** `before`: as it was counted last. Without it a phase that has ended is left out: who was late
 *  there can no longer be told. */
export function doneCounts(rows: BatchRows, before: DoneCounts | null): DoneCounts {
  const counts = new Map<PhaseExecutionId, DoneIn>();
  for (const { id, status } of rows.phases.values()) {
    const known = (before ?? NOTHING).get(id);
    const hasEnded = isTerminalPhase(status);
    if (known?.hasEnded === true && hasEnded) counts.set(id, known);
    else if (known !== undefined || !hasEnded) {
      counts.set(id, { ...countIn(rows, id), hasEnded });
    }
  }
  return counts;
}

export function countIn(rows: BatchRows, phaseId: PhaseExecutionId): Omit<DoneIn, "hasEnded"> {
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
