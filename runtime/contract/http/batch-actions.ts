/** What an operator does to a batch as a whole: create, advance, cancel (M-090, M-091, M-103). */
import { z } from "zod";
import { PhaseName, RunbookName } from "../identifiers.ts";
import { BatchId, PhaseExecutionId, RunbookVersion } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { BATCH_STATUSES } from "../statuses.ts";
import { jsonRequest } from "./json-request.ts";
import { InputProblem } from "./problem-details.ts";

/** The rest of the request is the CSV itself. */
export const BatchCreateQuery = z.object({ runbookName: RunbookName });

export const CreatedBatch = z.object({
  id: BatchId,
  memberCount: z.int().min(0),
  problems: z.array(InputProblem),
});
export type CreatedBatch = Readonly<z.output<typeof CreatedBatch>>;

/** What a table of members would make, and who would be left out; nothing is made. */
export const BatchPreview = z.object({
  runbookVersion: RunbookVersion,
  memberCount: z.int().min(0),
  columns: z.array(z.string()),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .max(LIMITS.problemsPerFile)
    .describe("The first few members as they were read."),
  problems: z.array(InputProblem),
});
export type BatchPreview = Readonly<z.output<typeof BatchPreview>>;

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
