/** What a decision publishes, read as its receivers read it. */
import {
  type OrchestratorEvent,
  readEvent,
} from "../../../../runtime/contract/messages/read-event.ts";
import { type WorkerJob, workerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import type { Decision, Publication } from "../../../../runtime/domain/engine/decision.ts";

export const jobsIn = ({ publish }: Pick<Decision, "publish">): readonly WorkerJob[] =>
  publish.filter(({ topic }) => topic === "worker-jobs").map(jobIn);

export function jobIn({ envelope }: Publication): WorkerJob {
  const job = workerJob.read(envelope.body);
  if (!job.ok) throw new Error(`not a job: ${envelope.body}`);
  return job.value;
}

export function eventIn({ envelope }: Publication): OrchestratorEvent {
  const event = readEvent(envelope.properties["MessageType"], envelope.body);
  if (!event.ok) throw new Error(`not an event: ${envelope.body}`);
  return event.value;
}
