/** A job came back to us: no worker's subscription took it, or the broker gave it up (R20, X-52).
 *  Its step will not be answered and goes on by its own rules. */
import type { WorkerJob } from "../contract/messages/worker-job.ts";
import type { By } from "../domain/engine/inputs.ts";
import type { Handler, Turned } from "./handler.ts";

export const onWorkerJob: Handler<WorkerJob> = {
  guard: "triple",
  turn: (job, by) => lostJob(job, by, `no worker takes the jobs of ${job.workerId}`),
};

export function lostJob(job: WorkerJob, by: By, reason: string): Turned & { kind: "input" } {
  const { batchId, attempt, poll, correlationData } = job;
  const executionId = correlationData.stepExecutionId;
  const input = { kind: "job-dead-lettered", by, executionId, attempt, poll, reason } as const;
  return { kind: "input", batchId, input };
}
