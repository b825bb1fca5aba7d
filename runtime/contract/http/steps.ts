/** Step executions of a batch, of every kind (M-062, M-063, M-102, X-63). */
import { z } from "zod";
import { MemberKey, PhaseName, StepName, WorkerId } from "../identifiers.ts";
import { BatchId, MemberId, PhaseExecutionId, StepExecutionId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { EXECUTION_KINDS, JobId } from "../job-id.ts";
import { STEP_STATUSES } from "../statuses.ts";
import { PageQuery, pageOf } from "./paging.ts";

export const StepListQuery = PageQuery.extend({
  status: z.enum(STEP_STATUSES).exactOptional(),
  kind: z.enum(EXECUTION_KINDS).exactOptional(),
  phaseName: PhaseName.exactOptional(),
  memberId: MemberId.exactOptional(),
});
export type StepListQuery = Readonly<z.output<typeof StepListQuery>>;

export const StepExecution = z.object({
  id: StepExecutionId,
  kind: z.enum(EXECUTION_KINDS),
  batchId: BatchId,
  /** Null for kinds that belong to no phase or no member. */
  phaseExecutionId: PhaseExecutionId.nullable(),
  phaseName: PhaseName.nullable(),
  memberId: MemberId.nullable(),
  memberKey: MemberKey.nullable(),
  stepName: StepName,
  stepIndex: z.int().min(0),
  workerId: WorkerId,
  /** Before dispatch it may still be a template. */
  functionName: z.string(),
  params: z.record(z.string(), z.unknown()).nullable(),
  status: z.enum(STEP_STATUSES),
  /** Null before the first dispatch. */
  jobId: JobId.nullable(),
  result: z.unknown(),
  errorMessage: z.string().nullable(),
  dispatchedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  onFailure: z.string().nullable(),
  retryCount: z.int().min(0),
  maxRetries: z.int().min(0),
  retryAfter: Instant.nullable(),
  isPollStep: z.boolean(),
  pollCount: z.int().min(0),
  pollStartedAt: Instant.nullable(),
  lastPolledAt: Instant.nullable(),
});

export type StepExecution = Readonly<z.output<typeof StepExecution>>;

export const StepPage = pageOf(StepExecution);
export type StepPage = Readonly<z.output<typeof StepPage>>;
