/** From a message to a job for this worker, or the reason to dead-letter it. A job of another
 *  worker is refused and not answered: a result from here would be taken for that worker's. */
import type { Received } from "../bus/message.ts";
import type { WorkerId } from "../contract/identifiers.ts";
import { describeMessageFailure } from "../contract/messages/failure.ts";
import { type WorkerJob, workerJob } from "../contract/messages/worker-job.ts";
import { fail, type Result } from "../contract/result.ts";

export type Refusal = { readonly reason: string; readonly description: string };

export function readJob(workerId: WorkerId, { body }: Received): Result<WorkerJob, Refusal> {
  const job = workerJob.read(body);
  if (!job.ok) {
    return fail({ reason: job.error.kind, description: describeMessageFailure(job.error) });
  }
  if (job.value.workerId === workerId) return job;
  const description = `The job is for worker ${job.value.workerId}; this is ${workerId}.`;
  return fail({ reason: "foreign-worker", description });
}
