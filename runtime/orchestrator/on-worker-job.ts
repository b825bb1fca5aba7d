/** A job came back to us: no worker's subscription took it, or the broker gave it up (R20, X-52).
 *  Its step will not be answered and goes on by its own rules. */
import type { BatchId } from "../contract/ids.ts";
import type { WorkerJob } from "../contract/messages/worker-job.ts";
import type { By, InputOf } from "../domain/engine/inputs.ts";
import type { Handler } from "./handler.ts";

export const onWorkerJob: Handler<WorkerJob> = {
  guard: "triple",
  turn: (job, by) => lostJob(job, by, `no worker takes the jobs of ${job.workerId}`),
};

type Lost = { readonly kind: "input" } & {
  readonly batchId: BatchId;
  readonly input: InputOf<"job-dead-lettered">;
};

export function lostJob(job: WorkerJob, by: By, reason: string): Lost {
  const { batchId, attempt, poll, correlationData } = job;
  const executionId = correlationData.stepExecutionId;
  const input = { kind: "job-dead-lettered", by, executionId, attempt, poll, reason } as const;
  return { kind: "input", batchId, input };
}
