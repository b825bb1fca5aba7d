/** Workers of a run: what they may answer, and their answering. */
import type { WorkerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import type {
  WorkerError,
  WorkerOutcome,
  WorkerResult,
} from "../../../../runtime/contract/messages/worker-result.ts";
import { feed, type Run, type Unsigned } from "./run.ts";
import { sweep } from "./sweep.ts";

export const SUCCESS: WorkerOutcome = { kind: "succeeded", resultType: "Object", result: {} };
export const NOT_YET: WorkerOutcome = { kind: "polling", result: { complete: false } };
export const failure = (given: Partial<WorkerError> = {}): WorkerOutcome => ({
  kind: "failed",
  error: {
    message: "no such mailbox",
    type: null,
    isThrottled: false,
    attempts: null,
    retryAfterSec: null,
    isAmbiguous: false,
    ...given,
  },
});

export const resultOf = (job: WorkerJob, outcome: WorkerOutcome): Unsigned => ({
  kind: "worker-result",
  result: {
    jobId: job.jobId,
    kind: job.kind,
    attempt: job.attempt,
    poll: job.poll,
    outcome,
    durationMs: 5,
    timestamp: null,
    correlationData: job.correlationData,
  } satisfies WorkerResult,
});

/** Takes the oldest unanswered job and answers it, then sweeps. */
export function answer(run: Run, outcome: WorkerOutcome = SUCCESS): WorkerJob {
  const job = run.jobs.shift();
  if (job === undefined) throw new Error("no job waits for an answer");
  feed(run, resultOf(job, outcome));
  sweep(run);
  return job;
}
