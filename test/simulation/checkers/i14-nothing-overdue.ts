/** I14, and the second half of I15: nothing is overdue when all is calm, nor ever for longer than
 *  hosts that come and go may take, whatever the sources and settings are. A job that is out has a
 *  time from which on it counts as lost (R19). */
import type { Checker, Violate } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { told } from "../watch/rows.ts";

/** Two ticks of the slowest scheduler. */
const OVERDUE_MS = 600_000;
/** With crashes, refusals and restarts of every host. */
const LATE_MS = 480_000;

function look(rows: Iterable<BatchRows>, now: Date, lateMs: number, violate: Violate): void {
  const isOver = (due: Date | null): boolean =>
    due !== null && due.getTime() + lateMs < now.getTime();
  for (const { batch, executions, phases } of rows) {
    for (const row of executions.values()) {
      if (isOver(row.dueAt)) violate(`${told(row)} was due at ${row.dueAt?.toISOString()}`);
    }
    if (batch.status !== "active") continue;
    for (const { id, status, dueAt } of phases.values()) {
      if (status === "pending" && isOver(dueAt)) violate(`phase ${id} of ${batch.id} is overdue`);
    }
  }
}

export const nothingOverdue: Checker = {
  id: "I14",
  open: (_scene, violate) => ({
    onCommit: ({ executions }) => {
      for (const { after } of executions) {
        if (after.outstanding && after.dueAt === null) violate(`${told(after)} has no deadline`);
      }
    },
    onProbe: ({ batches, now, calmForMs }) => {
      if (calmForMs > LATE_MS) look(batches, now, LATE_MS, violate);
    },
    onEnd: ({ batches, now, isCalm }) => {
      if (isCalm) look(batches, now, OVERDUE_MS, violate);
    },
  }),
};
