/** A worker's answer to one job (M-046).
 *  W1. The two ways to say "not done yet", `Status: "Polling"` and a result whose `complete` is
 *      false, are one outcome here; the second is how we write it.
 *  W2. A result that cannot be matched to a step is told apart from one that is merely
 *      malformed: nothing may be done with it but show it (M-048). */
import { z } from "zod";
import { fieldsOf, readFields, type Wire } from "../fields.ts";
import { FreeText } from "../free-text.ts";
import { Instant } from "../instant.ts";
import { type JsonText, readJson, writeJson } from "../json.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import { LIMITS } from "../limits.ts";
import { fail, ok, type Result } from "../result.ts";
import { checkSchema, type FieldProblem } from "../schema-check.ts";
import { Correlation, correlationFields, type JobRound, jobRound, Round } from "./correlation.ts";
import type { MessageFailure } from "./failure.ts";
import { type MessageFormat, writeEnvelope } from "./format.ts";
import { ownSuccess } from "./own-messages.ts";

const WorkerError = z.object({
  message: FreeText,
  type: FreeText.nullable().default(null),
  isThrottled: z.boolean().default(false),
  attempts: z.int().min(0).nullable().default(null),
  /** Ours: how long the service asked us to wait. */
  retryAfterSec: z.number().min(0).nullable().default(null),
  /** Ours: the effect may have happened; nobody may simply try again. */
  isAmbiguous: z.boolean().default(false),
});
export type WorkerError = Readonly<z.output<typeof WorkerError>>;

const STATUSES = ["success", "failure", "failed", "error", "polling"] as const;
const lowerCase = (value: unknown): unknown =>
  typeof value === "string" ? value.toLowerCase() : value;

const ResultBody = z.object({
  jobId: z.string().max(LIMITS.messageIdChars),
  status: z.preprocess(lowerCase, z.enum(STATUSES)),
  resultType: z.string().max(LIMITS.nameChars).nullable().default(null),
  result: z.unknown().default(null),
  error: WorkerError.nullable().default(null),
  durationMs: z.number().min(0).nullable().default(null),
  timestamp: Instant.nullable().default(null),
  ...Round,
  correlationData: Correlation,
  /** Ours: fields of the result that nobody may be shown. */
  sensitive: z.array(z.string()).readonly().nullable().exactOptional(),
});
type ResultBody = z.output<typeof ResultBody>;

export type WorkerOutcome =
  | { readonly kind: "succeeded"; readonly resultType: string | null; readonly result: unknown }
  /** `result.complete` is false here, however the worker put it. */
  | { readonly kind: "polling"; readonly result: JsonObject }
  | { readonly kind: "failed"; readonly error: WorkerError };

export type WorkerResult = JobRound & {
  readonly outcome: WorkerOutcome;
  readonly durationMs: number | null;
  readonly timestamp: Instant | null;
  readonly correlationData: Correlation;
  readonly sensitive?: readonly string[];
};

const fields = fieldsOf(ResultBody, {
  correlationData: correlationFields,
  error: fieldsOf(WorkerError),
});

export const workerResult: MessageFormat<WorkerResult> = { read: readResult, write: writeResult };

function readResult(body: JsonText): Result<WorkerResult, MessageFailure> {
  const json = readJson(body, LIMITS.messageBytes);
  if (!json.ok) return json;
  const own = ownSuccess(json.value);
  if (own !== null) return ok(doneAsWritten(own));
  const envelope = readFields(json.value, fields);
  if (!envelope.ok) return envelope;
  const checked = checkSchema(ResultBody, envelope.value);
  if (!checked.ok) return fail({ kind: failureKind(checked.error), problems: checked.error });
  const { correlationData, durationMs, timestamp } = checked.value;
  const round = jobRound(checked.value);
  if (!round.ok) return fail({ kind: "no-correlation", problems: round.error });
  const outcome = readOutcome(checked.value);
  const result = { ...round.value, outcome, durationMs, timestamp, correlationData };
  const { sensitive } = checked.value;
  return ok(sensitive == null ? result : { ...result, sensitive });
}

function doneAsWritten(own: NonNullable<ReturnType<typeof ownSuccess>>): WorkerResult {
  const { resultType, result, ...rest } = own;
  const outcome = readOutcome({ status: "success", resultType, result, error: null });
  return { ...rest, timestamp: own.timestamp as Instant, outcome };
}

const NAMES_THE_STEP = /^(?:jobId|correlationData)(?:\.|$)/;

const failureKind = (problems: readonly FieldProblem[]): "no-correlation" | "invalid" =>
  problems.some(({ field }) => NAMES_THE_STEP.test(field)) ? "no-correlation" : "invalid";

type Said = Pick<ResultBody, "status" | "resultType" | "result" | "error">;

function readOutcome({ status, resultType, result, error }: Said): WorkerOutcome {
  if (status === "polling") return { kind: "polling", result: incomplete(result) };
  if (status !== "success") return { kind: "failed", error: error ?? UNEXPLAINED };
  if (isIncomplete(result)) return { kind: "polling", result: incomplete(result) };
  return { kind: "succeeded", resultType, result };
}

const UNEXPLAINED: WorkerError = {
  message: "The worker reported a failure and gave no reason.",
  type: null,
  isThrottled: false,
  attempts: null,
  retryAfterSec: null,
  isAmbiguous: false,
};

/** PowerShell writes keys as their author did, so both casings occur. */
const isIncomplete = (result: unknown): boolean =>
  isJsonObject(result) && (result["complete"] === false || result["Complete"] === false);

function incomplete(result: unknown): JsonObject {
  if (result === null) return { complete: false };
  if (!isJsonObject(result)) return { complete: false, data: result };
  const { Complete: _, ...rest } = result;
  return { ...rest, complete: false };
}

function writeResult(message: WorkerResult, wire: Wire = "camel") {
  const { outcome, ...rest } = message;
  const isPlain = wire === "camel" && outcome.kind === "succeeded";
  if (isPlain) return writeJson(successBody(message, outcome), LIMITS.messageBytes);
  return writeEnvelope({ ...rest, ...outcomeFields(outcome) }, fields, wire);
}

type Succeeded = Extract<WorkerOutcome, { readonly kind: "succeeded" }>;

/** What the fields' own way writes, without the detour: this is once for every step. What is
 *  undefined is not written. */
function successBody(message: WorkerResult, { resultType, result }: Succeeded): JsonObject {
  const { jobId, durationMs, timestamp, attempt, poll, correlationData: said } = message;
  return {
    jobId,
    status: "Success",
    resultType: resultType ?? undefined,
    result: result ?? undefined,
    durationMs: durationMs ?? undefined,
    timestamp: timestamp ?? undefined,
    attempt,
    poll,
    correlationData: {
      stepExecutionId: said.stepExecutionId,
      isInitStep: said.isInitStep,
      runbookName: said.runbookName,
      runbookVersion: said.runbookVersion,
      batchId: said.batchId ?? undefined,
    },
    sensitive: message.sensitive,
  };
}

function outcomeFields(outcome: WorkerOutcome): JsonObject {
  switch (outcome.kind) {
    case "succeeded":
      return { status: "Success", resultType: outcome.resultType, result: outcome.result };
    case "polling":
      return { status: "Success", resultType: "Object", result: outcome.result };
    case "failed":
      return { status: "Failure", error: outcome.error };
  }
}
