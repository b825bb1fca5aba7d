/** I14, and the second half of I15: nothing is overdue when all is calm, nor ever for longer than
 *  hosts that come and go may take, whatever the sources and settings are. A job that is out has a
 *  time from which on it counts as lost (R19): the one its runbook says, counted here from when it
 *  was sent, and rounded up by less than a minute. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Checker, Scene, Violate } from "../watch/checker.ts";
import type { BatchRows, Commit } from "../watch/commit.ts";
import { sentIn, told } from "../watch/rows.ts";
import { stepPlanOf } from "../watch/step-plan.ts";

/** Two ticks of the slowest scheduler. */
const OVERDUE_MS = 600_000;
/** With crashes, refusals and restarts of every host. */
const LATE_MS = 480_000;
const ROUNDED_MS = 60_000;

/** An attempt has what its step allows it; a question is looked at again before the end of all
 *  questions. */
function isWrongDeadline(scene: Scene, { rows, at }: Commit, row: ExecutionRow): boolean {
  const plan = stepPlanOf(scene, rows, row);
  if (plan === null || row.dueAt === null) return false;
  const isPoll = row.pollCount > 0;
  const since = (isPoll ? row.pollStartedAt : at)?.getTime() ?? 0;
  const allowedSec = isPoll ? (plan.poll?.timeoutSec ?? 0) : plan.dispatchTimeoutSec;
  const end = since + allowedSec * 1_000;
  const due = row.dueAt.getTime();
  return due >= end + ROUNDED_MS || due < (isPoll ? at.getTime() : end);
}

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
  open: (scene, violate) => ({
    onCommit: (commit) => {
      for (const { after } of commit.executions) {
        if (after.outstanding && after.dueAt === null) violate(`${told(after)} has no deadline`);
      }
      for (const row of sentIn(commit)) {
        if (isWrongDeadline(scene, commit, row))
          violate(`${told(row)} counts as lost from ${row.dueAt?.toISOString()} on`);
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
