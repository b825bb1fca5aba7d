/** Due rows, in SQLite. */
import type { BatchId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { DueRows } from "../due.ts";
import { type Cell, plain } from "../operations/columns.ts";
import { dueExecutions } from "../operations/due/due-executions.ts";
import { duePhases } from "../operations/due/due-phases.ts";
import { dueSlots } from "../operations/due/due-slots.ts";
import { nextDue } from "../operations/due/next-due.ts";
import type { Access } from "./access.ts";

const BATCH = plain<BatchId>("batch_id");
const EXECUTION = plain<StepExecutionId>("id");
const PHASE = plain<PhaseExecutionId>("id");

export function dueRows({ statements, now, read }: Access): DueRows {
  const page = (most: number): readonly Cell[] => [now().toISOString(), most];
  return {
    executions: (most) =>
      read(() =>
        statements.all(dueExecutions, page(most)).map(([batch = null, id = null]) => ({
          batchId: BATCH.read(batch),
          id: EXECUTION.read(id),
        })),
      ),
    phases: (most) =>
      read(() =>
        statements
          .all(duePhases, page(most))
          .map(([batch = null, id = null]) => ({ batchId: BATCH.read(batch), id: PHASE.read(id) })),
      ),
    slots: (most) =>
      read(() =>
        statements
          .all(dueSlots, page(most))
          .map(([batch = null, key]) => ({ batchId: BATCH.read(batch), key: String(key) })),
      ),
    next: () =>
      read(() => {
        const [at = null, time] = statements.all(nextDue, [now().toISOString()])[0] ?? [];
        return { at: at === null ? null : new Date(at), now: new Date(String(time)) };
      }),
  };
}
