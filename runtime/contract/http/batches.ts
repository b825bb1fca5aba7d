/** Batches and what an operator does to one as a whole (M-090, M-091, M-100, M-103). */
import { z } from "zod";
import { PhaseName, RunbookName } from "../identifiers.ts";
import { BatchId, PhaseExecutionId, RunbookVersion } from "../ids.ts";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { BATCH_STATUSES } from "../statuses.ts";
import { jsonRequest } from "./json-request.ts";
import { PageQuery, pageOf } from "./paging.ts";
import { PhaseExecution } from "./phases.ts";
import { InputProblem } from "./problem-details.ts";

export const BatchPath = z.object({ id: BatchId });

export const BatchListQuery = PageQuery.extend({
  runbookName: RunbookName.exactOptional(),
  status: z.enum(BATCH_STATUSES).exactOptional(),
  isManual: z.stringbool({ truthy: ["true"], falsy: ["false"] }).exactOptional(),
});

/** The rest of the request is the CSV itself. */
export const BatchCreateQuery = z.object({ runbookName: RunbookName });

const BatchSummary = z.object({
  id: BatchId,
  runbookName: RunbookName,
  runbookVersion: RunbookVersion,
  /** Null for manual batches. */
  batchStartTime: Instant.nullable(),
  status: z.enum(BATCH_STATUSES),
  /** `cancelling`, `cancelled` and the like, which the status set has no word for. */
  statusReason: z.string().nullable(),
  outcome: z.enum(["all", "partial", "none"]).nullable(),
  isManual: z.boolean(),
  isPaused: z.boolean(),
  needsAttention: z.boolean(),
  createdBy: z.string().nullable(),
  currentPhase: PhaseName.nullable(),
  detectedAt: Instant,
  initDispatchedAt: Instant.nullable(),
  memberCounts: z.object({
    active: z.int().min(0),
    removed: z.int().min(0),
    failed: z.int().min(0),
  }),
});

export const BatchPage = pageOf(BatchSummary);
export type BatchPage = Readonly<z.output<typeof BatchPage>>;

export const BatchDetail = BatchSummary.extend({
  /** Grows with every change; the ETag for acting on what was seen (R17). */
  changeCount: z.int().min(0),
  cancelledBy: z.string().nullable(),
  cancelledAt: Instant.nullable(),
  phases: z.array(PhaseExecution),
});
export type BatchDetail = Readonly<z.output<typeof BatchDetail>>;

export const CreatedBatch = z.object({
  id: BatchId,
  memberCount: z.int().min(0),
  problems: z.array(InputProblem),
});
export type CreatedBatch = Readonly<z.output<typeof CreatedBatch>>;

export const Advanced = z.object({
  id: BatchId,
  /** What the call set going; `nothing-left` when all phases are done. */
  dispatched: z.enum(["init", "phase", "nothing-left"]),
  phaseName: PhaseName.nullable(),
  phaseExecutionId: PhaseExecutionId.nullable(),
});
export type Advanced = Readonly<z.output<typeof Advanced>>;

export const cancelRequest = jsonRequest(
  z.object({ reason: z.string().max(LIMITS.descriptionChars).nullable().default(null) }),
);

export const Cancelled = z.object({
  id: BatchId,
  status: z.enum(BATCH_STATUSES),
  statusReason: z.enum(["cancelling", "cancelled"]),
});
export type Cancelled = Readonly<z.output<typeof Cancelled>>;
