/** Messages in the very form we write them, told by plain comparisons. Jobs and results are read
 *  once for every step of every member, and most were written by ourselves; whatever differs in
 *  any way is null here and goes the long way, through its schema.
 *  Law: what these accept, the schemas accept with the same outcome. */
import { RunbookName, WorkerId } from "../identifiers.ts";
import { EXECUTION_KINDS, type ExecutionKind, formatJobId } from "../job-id.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import { knownTexts } from "../known-texts.ts";
import { LIMITS } from "../limits.ts";
import { FunctionName } from "../manifest.ts";
import type { Correlation, JobRound } from "./correlation.ts";

const isRunbookName = knownTexts(RunbookName);
const isWorkerId = knownTexts(WorkerId);
const isFunctionName = knownTexts(FunctionName);

const JOB_FIELDS = 8;
const SUCCESS_FIELDS = 9;
const CORRELATION_FIELDS = 5;
/** The largest count that has a job id. */
const COUNT_MAX = 999_999_999;

type Own<Message> = Omit<Message, keyof JobRound | "correlationData"> &
  JobRound & { readonly correlationData: Correlation };
type OwnJob = Own<{
  readonly batchId: number;
  readonly workerId: string;
  readonly functionName: string;
  readonly parameters: JsonObject;
}>;

/** The job, if it is one of ours. The caller knows its type: the brands say no more than this. */
export function ownJob(value: unknown): OwnJob | null {
  if (!isJsonObject(value) || !hasFields(value, JOB_FIELDS)) return null;
  const { batchId, workerId, functionName, parameters } = value;
  if (!isId(batchId) || !isWorkerId(workerId) || !isFunctionName(functionName)) return null;
  if (!isJsonObject(parameters)) return null;
  const round = ownRound(value);
  if (round === null) return null;
  return {
    batchId,
    workerId: String(workerId),
    functionName: String(functionName),
    parameters,
    ...round,
  };
}

type OwnSuccess = JobRound & {
  readonly correlationData: Correlation;
  readonly resultType: string;
  readonly result: unknown;
  readonly durationMs: number;
  readonly timestamp: string;
};

/** A result that says its job was done, if it is one of ours. */
export function ownSuccess(value: unknown): OwnSuccess | null {
  if (!isJsonObject(value) || !hasFields(value, SUCCESS_FIELDS)) return null;
  const { status, resultType, result, durationMs, timestamp } = value;
  if (status !== "Success" || result === undefined) return null;
  if (typeof resultType !== "string" || resultType.length > LIMITS.nameChars) return null;
  if (typeof durationMs !== "number" || !(durationMs >= 0)) return null;
  if (!isInstant(timestamp)) return null;
  const round = ownRound(value);
  return round === null ? null : { resultType, result, durationMs, timestamp, ...round };
}

/** Results that come together mostly tell the same millisecond. */
let lastInstant = "";

const isInstant = (value: unknown): value is string => {
  if (typeof value !== "string") return false;
  if (value === lastInstant) return true;
  const at = new Date(value);
  if (Number.isNaN(at.getTime()) || at.toISOString() !== value) return false;
  lastInstant = value;
  return true;
};

/** Which job a message is about, if it says so as we do. */
function ownRound(
  value: JsonObject,
): (JobRound & { readonly correlationData: Correlation }) | null {
  const { jobId, attempt, poll, correlationData } = value;
  if (typeof jobId !== "string" || jobId.length > LIMITS.messageIdChars) return null;
  if (!isCount(attempt, 1) || !isCount(poll, 0)) return null;
  if (!isCorrelation(correlationData)) return null;
  const kind = kindIn(jobId);
  if (kind === null) return null;
  const { stepExecutionId } = correlationData;
  const own = formatJobId({ kind, stepExecutionId, attempt, poll });
  return own === jobId ? { jobId: own, kind, attempt, poll, correlationData } : null;
}

function kindIn(jobId: string): ExecutionKind | null {
  for (const kind of EXECUTION_KINDS) if (jobId.startsWith(kind)) return kind;
  return null;
}

function isCorrelation(value: unknown): value is Correlation {
  if (!isJsonObject(value) || !hasFields(value, CORRELATION_FIELDS)) return false;
  const { stepExecutionId, isInitStep, runbookName, runbookVersion, batchId } = value;
  return (
    isId(stepExecutionId) &&
    typeof isInitStep === "boolean" &&
    isRunbookName(runbookName) &&
    isId(runbookVersion) &&
    isId(batchId)
  );
}

/** One more is a field in another writing, or one that is not ours. */
function hasFields(value: JsonObject, most: number): boolean {
  let fields = 0;
  for (const _ in value) fields += 1;
  return fields === most;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

const isCount = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) < COUNT_MAX;
