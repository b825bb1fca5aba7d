/** Batches as they are shown (M-100). */
import { z } from "zod";
import { PhaseName, RunbookName } from "../identifiers.ts";
import { BatchId, RunbookVersion } from "../ids.ts";
import { Instant } from "../instant.ts";
import { BATCH_STATUSES } from "../statuses.ts";
import { PageQuery, pageOf } from "./paging.ts";
import { PhaseExecution } from "./phases.ts";

export const BatchPath = z.object({ id: BatchId });

export const BatchListQuery = PageQuery.extend({
  runbookName: RunbookName.exactOptional(),
  status: z.enum(BATCH_STATUSES).exactOptional(),
  isManual: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .exactOptional(),
});
export type BatchListQuery = Readonly<z.output<typeof BatchListQuery>>;

export const BatchSummary = z.object({
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
  /** Nobody is counted twice: the batch's members are the active and the failed together. */
  memberCounts: z.object({
    active: z.int().min(0),
    removed: z.int().min(0),
    failed: z.int().min(0),
  }),
});

export type BatchSummary = Readonly<z.output<typeof BatchSummary>>;

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
