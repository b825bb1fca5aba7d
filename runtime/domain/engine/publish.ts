/** Messages that a decision sends: jobs for workers, and wake-ups to ourselves for rows that
 *  fall due before the next tick. Losing a wake-up loses nothing: the row is due. */
import { StepName, WorkerId } from "../../contract/identifiers.ts";
import { formatJobId } from "../../contract/job-id.ts";
import { LIMITS } from "../../contract/limits.ts";
import { MessageId } from "../../contract/message-id.ts";
import { checkEnvelope } from "../../contract/messages/envelope.ts";
import { jobProperties } from "../../contract/messages/properties.ts";
import { type WorkerJob, workerJob } from "../../contract/messages/worker-job.ts";
import type { ResolvedStep } from "../params.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import { stepOf } from "./plan.ts";

export function jobFor(
  d: Draft,
  row: Pick<ExecutionRow, "id" | "kind" | "attempt" | "pollCount" | "version">,
  workerId: string,
  { functionName, params }: ResolvedStep,
): WorkerJob {
  const { id: stepExecutionId, kind, attempt, pollCount: poll } = row;
  return {
    jobId: formatJobId({ kind, stepExecutionId, attempt, poll }),
    kind,
    attempt,
    poll,
    batchId: d.batch.id,
    workerId: WorkerId.parse(workerId),
    functionName,
    parameters: params,
    correlationData: {
      stepExecutionId,
      isInitStep: kind === "init",
      runbookName: d.batch.runbookName,
      runbookVersion: row.version,
      batchId: d.batch.id,
    },
  };
}

/** A character is at most three bytes in UTF-8; the rest is for the properties. */
const SURELY_FITS_CHARS = LIMITS.messageBytes / 4;

/** Asked before a job is committed: afterwards it could only fail for ever (R31). */
export function fitsMessage(job: WorkerJob): boolean {
  const body = workerJob.write(job);
  if (!body.ok || body.value.length < SURELY_FITS_CHARS) return body.ok;
  const messageId = MessageId.parse(job.jobId);
  return checkEnvelope({
    messageId,
    body: body.value,
    properties: jobProperties(job.workerId, null),
  }).ok;
}

export function publishPollCheck(d: Draft, row: ExecutionRow, notBefore: Date): void {
  const { id, attempt, pollCount } = row;
  const messageId = MessageId.parse(`poll-check-${id}-${attempt}-${pollCount}`);
  const event = { messageType: "poll-check", ...subject(d, row), pollCount } as const;
  d.publish.push({ kind: "event", messageId, event, notBefore });
}

export function publishRetryCheck(d: Draft, row: ExecutionRow, notBefore: Date): void {
  const { id, attempt, retryCount } = row;
  const messageId = MessageId.parse(`retry-check-${id}-${attempt}`);
  const event = { messageType: "retry-check", ...subject(d, row), retryCount } as const;
  d.publish.push({ kind: "event", messageId, event, notBefore });
}

const subject = (d: Draft, row: ExecutionRow) => ({
  runbookName: d.batch.runbookName,
  runbookVersion: row.version,
  batchId: d.batch.id,
  stepExecutionId: row.id,
  stepName: StepName.parse(stepOf(d, row).name),
  isInitStep: row.kind === "init",
});
