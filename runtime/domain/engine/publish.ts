/** Messages that a decision sends: jobs for workers, and wake-ups to ourselves for rows that
 *  fall due before the next tick. Losing a wake-up loses nothing: the row is due. */
import { StepName, WorkerId } from "../../contract/identifiers.ts";
import { formatJobId, type JobId } from "../../contract/job-id.ts";
import { LIMITS } from "../../contract/limits.ts";
import { MessageId } from "../../contract/message-id.ts";
import { checkEnvelope } from "../../contract/messages/envelope.ts";
import { pollCheck } from "../../contract/messages/poll-check.ts";
import {
  eventProperties,
  jobProperties,
  type Properties,
} from "../../contract/messages/properties.ts";
import type { EventType } from "../../contract/messages/read-event.ts";
import { retryCheck } from "../../contract/messages/retry-check.ts";
import type { Result } from "../../contract/result.ts";
import type { ResolvedStep } from "../params.ts";
import type { Publication } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import { stepOf } from "./plan.ts";

/** A character is at most three bytes in UTF-8; the rest is for the properties. */
const SURELY_FITS_CHARS = LIMITS.messageBytes / 4;
/** What later attempts and polls may add to the ids in the text of the first. */
const ROUNDS_CHARS = 64;

/** Null when it is larger than a message may be. Asked before a job is committed: afterwards it
 *  could only fail for ever (R31); later rounds of a job that fits fit, too. */
export function jobMessage(
  d: Draft,
  row: Pick<ExecutionRow, "id" | "kind" | "attempt" | "pollCount" | "version" | "frozen">,
  workerId: string,
  sent: ResolvedStep,
): Publication | null {
  const { id: stepExecutionId, kind, attempt, pollCount: poll } = row;
  const jobId = formatJobId({ kind, stepExecutionId, attempt, poll });
  const body = jobText(d, row, jobId, workerId, sent);
  const properties = propertiesFor(d, workerId);
  const envelope = { messageId: asMessageId(jobId), body, properties };
  const isFirst = row.frozen === null;
  if (body.length >= SURELY_FITS_CHARS) {
    const longest = isFirst ? body.padEnd(body.length + ROUNDS_CHARS) : body;
    if (!checkEnvelope({ ...envelope, body: longest }).ok) return null;
  }
  return { topic: "worker-jobs", envelope, notBefore: null };
}

/** As `workerJob.write` writes it, without the detour: this is once for every step. */
function jobText(
  { batch: { id: batchId, runbookName } }: Draft,
  { id, kind, attempt, pollCount, version }: Parameters<typeof jobMessage>[1],
  jobId: JobId,
  workerId: string,
  { functionName, params, sensitive }: ResolvedStep,
): string {
  return JSON.stringify({
    jobId,
    batchId,
    workerId,
    functionName,
    parameters: params,
    attempt,
    poll: pollCount,
    correlationData: {
      stepExecutionId: id,
      isInitStep: kind === "init",
      runbookName,
      runbookVersion: version,
      batchId,
    },
    sensitive,
  });
}

function propertiesFor({ jobProperties: known }: Draft, workerId: string): Properties {
  const made = known.get(workerId) ?? jobProperties(WorkerId.parse(workerId), null);
  known.set(workerId, made);
  return made;
}

/** A job id is shorter than a message id may be and has plain characters only. */
const asMessageId = (jobId: JobId): MessageId => jobId as string as MessageId;

export function publishPollCheck(d: Draft, row: ExecutionRow, notBefore: Date): void {
  const { id, attempt, pollCount } = row;
  const event = { messageType: "poll-check", ...subject(d, row), pollCount } as const;
  wakeUp(
    d,
    `poll-check-${id}-${attempt}-${pollCount}`,
    event.messageType,
    pollCheck.write(event),
    notBefore,
  );
}

export function publishRetryCheck(d: Draft, row: ExecutionRow, notBefore: Date): void {
  const { id, attempt, retryCount } = row;
  const event = { messageType: "retry-check", ...subject(d, row), retryCount } as const;
  wakeUp(d, `retry-check-${id}-${attempt}`, event.messageType, retryCheck.write(event), notBefore);
}

function wakeUp(
  d: Draft,
  id: string,
  type: EventType,
  body: Result<string, unknown>,
  notBefore: Date,
): void {
  if (!body.ok) throw new Error(`wake-up ${id} is too large`);
  const properties = eventProperties(type, null);
  const envelope = { messageId: MessageId.parse(id), body: body.value, properties };
  d.publish.push({ topic: "orchestrator-events", envelope, notBefore });
}

const subject = (d: Draft, row: ExecutionRow) => ({
  runbookName: d.batch.runbookName,
  runbookVersion: row.version,
  batchId: d.batch.id,
  stepExecutionId: row.id,
  stepName: StepName.parse(stepOf(d, row).name),
  isInitStep: row.kind === "init",
});
