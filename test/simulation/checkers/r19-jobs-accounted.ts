/** R19, R39: a job counts as back only when it was answered, when its time was up, or when the bus
 *  gave it up. What the rows say of jobs that are out is not believed here: jobs and answers are
 *  followed on the bus. */
import { formatJobId } from "../../../runtime/contract/job-id.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows, Commit } from "../watch/commit.ts";
import { told } from "../watch/rows.ts";
import { stepPlanOf } from "../watch/step-plan.ts";

const JOBS = "worker-jobs";
const RESULTS = "worker-results";

/** A result's message id is the job's, and which delivery it answers. */
const jobOf = (messageId: string): string => messageId.split("-delivery-")[0] ?? messageId;

const idOf = ({ kind, id, attempt, pollCount }: ExecutionRow): string =>
  formatJobId({ kind, stepExecutionId: id, attempt, poll: pollCount });

function isExpired(scene: Scene, rows: BatchRows, row: ExecutionRow, at: Date): boolean {
  const sentAt = row.pollCount > 0 ? row.lastPolledAt : row.dispatchedAt;
  const timeoutSec = stepPlanOf(scene, rows, row)?.dispatchTimeoutSec ?? 0;
  return sentAt !== null && at.getTime() >= sentAt.getTime() + timeoutSec * 1_000;
}

const isBack = ({ before, after }: Commit["executions"][number]): boolean =>
  before?.outstanding === true &&
  (!after.outstanding || after.attempt !== before.attempt || after.pollCount !== before.pollCount);

export const jobsAccounted: Checker = {
  id: "R19",
  open: (scene, violate) => {
    const results = new Map<number, string>();
    const givenUp = new Set<string>();
    return {
      onDeliver: (host, { topic }, messages) => {
        for (const { messageId, sequenceNumber } of messages) {
          if (topic === RESULTS) results.set(sequenceNumber, jobOf(messageId));
          else if (topic === JOBS && !host.startsWith("worker")) givenUp.add(messageId);
        }
      },
      onPeek: ({ topic, queue }, messages) => {
        if (topic !== JOBS || queue !== "dead-letter") return;
        for (const { messageId } of messages) givenUp.add(messageId);
      },
      onCommit: ({ executions, rows, at, unit }) => {
        const back = executions.filter(isBack);
        if (back.length === 0) return;
        const answered = new Set(
          unit.settle.map(({ lock }) => results.get(lock.sequenceNumber) ?? ""),
        );
        for (const { before } of back) {
          if (before === null || answered.has(idOf(before))) continue;
          if (isExpired(scene, rows, before, at)) scene.reached("job-expired");
          else if (givenUp.has(idOf(before))) scene.reached("job-given-up-by-the-bus");
          else violate(`${told(before)} counts as back and its job is out`);
        }
      },
    };
  },
};
