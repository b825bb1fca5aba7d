/** I14, and the second half of I15: when all is calm nothing is overdue. */
import type { Checker } from "../watch/checker.ts";
import { told } from "../watch/rows.ts";

/** Two ticks of the slowest scheduler. */
const OVERDUE_MS = 600_000;

export const nothingOverdue: Checker = {
  id: "I14",
  open: (_scene, violate) => ({
    onEnd: ({ batches, now, isCalm }) => {
      if (!isCalm) return;
      const isOver = (due: Date | null): boolean =>
        due !== null && due.getTime() + OVERDUE_MS < now.getTime();
      for (const { batch, executions, phases } of batches) {
        for (const row of executions.values()) {
          if (isOver(row.dueAt)) violate(`${told(row)} was due at ${row.dueAt?.toISOString()}`);
        }
        if (batch.status !== "active") continue;
        for (const { id, status, dueAt } of phases.values()) {
          if (status === "pending" && isOver(dueAt))
            violate(`phase ${id} of ${batch.id} is overdue`);
        }
      }
    },
  }),
};
