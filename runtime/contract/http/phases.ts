/** Phase executions of a batch (M-061, M-102). */
import { z } from "zod";
import { PhaseName } from "../identifiers.ts";
import { BatchId, PhaseExecutionId, RunbookVersion } from "../ids.ts";
import { Instant } from "../instant.ts";
import { PHASE_STATUSES } from "../statuses.ts";

export const PhaseExecution = z.object({
  id: PhaseExecutionId,
  batchId: BatchId,
  phaseName: PhaseName,
  offsetMinutes: z.int().min(0),
  /** Null in manual batches. */
  dueAt: Instant.nullable(),
  runbookVersion: RunbookVersion,
  status: z.enum(PHASE_STATUSES),
  outcome: z.enum(["all", "partial", "none"]).nullable(),
  dispatchedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  memberCounts: z.object({
    total: z.int().min(0),
    remaining: z.int().min(0),
    succeeded: z.int().min(0),
    failed: z.int().min(0),
    /** Joined after the phase had ended, or were tried again then. */
    late: z.int().min(0),
    /** Who is through it now, in time or late. */
    through: z.int().min(0),
    /** Who is failed now and did not come through it, in time or late. */
    lost: z.int().min(0),
  }),
});
export type PhaseExecution = Readonly<z.output<typeof PhaseExecution>>;

/** All of them: a batch has at most as many as its versions have phases. */
export const PhaseList = z.object({ items: z.array(PhaseExecution) });
export type PhaseList = Readonly<z.output<typeof PhaseList>>;
