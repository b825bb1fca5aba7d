/** The part of a job that a worker hands back untouched with its result (M-045, M-046), and
 *  the triple (step, attempt, poll) that decides whether a result is still current (R10). */
import { z } from "zod";
import { fieldsOf } from "../fields.ts";
import { RunbookName } from "../identifiers.ts";
import { BatchId, RunbookVersion, StepExecutionId } from "../ids.ts";
import { type ExecutionKind, type JobId, parseJobId } from "../job-id.ts";
import { fail, ok, type Result } from "../result.ts";
import type { FieldProblem } from "../schema-check.ts";

export const Correlation = z.object({
  stepExecutionId: StepExecutionId,
  isInitStep: z.boolean(),
  runbookName: RunbookName,
  runbookVersion: RunbookVersion,
  /** Ours; spares the orchestrator a lookup before it can lock the batch. */
  batchId: BatchId.nullable().default(null),
});
export type Correlation = Readonly<z.output<typeof Correlation>>;

export const correlationFields = fieldsOf(Correlation);

/** Ours, and optional on the wire: the job id says the same. */
export const Round = {
  attempt: z.int().min(1).nullable().default(null),
  poll: z.int().min(0).nullable().default(null),
} as const;

export type JobRound = {
  readonly jobId: JobId;
  readonly kind: ExecutionKind | "rollback-of";
  readonly attempt: number;
  readonly poll: number;
};

/** Everything a message says about its triple must agree. The id is short enough: its schema has
 *  seen to that. */
export function jobRound(said: {
  readonly jobId: string;
  readonly attempt: number | null;
  readonly poll: number | null;
  readonly correlationData: Correlation;
}): Result<JobRound, readonly FieldProblem[]> {
  const job = parseJobId(said.jobId);
  if (job === null) return problem("jobId", "is in no known form");
  if (said.attempt !== null && said.attempt !== job.attempt)
    return problem("attempt", "differs from the job id's");
  if (said.poll !== null && said.poll !== job.poll)
    return problem("poll", "differs from the job id's");
  const { stepExecutionId } = said.correlationData;
  if (job.kind !== "rollback-of" && stepExecutionId !== job.stepExecutionId)
    return problem("correlationData.stepExecutionId", "differs from the job id's");
  return ok({ jobId: said.jobId as JobId, kind: job.kind, attempt: job.attempt, poll: job.poll });
}

const problem = (field: string, message: string) => fail([{ field, message }]);
