/** The first page: what runs, what needs a person, what comes next, and where this is. */
import { z } from "zod";
import { PhaseName, RunbookName } from "../identifiers.ts";
import { BatchId, PhaseExecutionId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { Attention } from "./attention.ts";
import { BatchSummary } from "./batches.ts";
import { EngineHealth } from "./health.ts";

const LISTED_MAX = 50;

/** Members through phases: a member counts once for each phase it takes part in. */
export const Progress = z.object({
  total: z.int().min(0),
  done: z.int().min(0),
  failed: z.int().min(0),
});
export type Progress = Readonly<z.output<typeof Progress>>;

export const Overview = z.object({
  now: Instant.describe("By the engine's clock."),
  running: z
    .array(BatchSummary.extend({ progress: Progress }))
    .max(LISTED_MAX)
    .describe("Batches that were begun and have not ended, the newest first."),
  runningCount: z.int().min(0),
  notBegun: z
    .array(BatchSummary)
    .max(LISTED_MAX)
    .describe("Manual batches that wait for their first advance, the newest first."),
  notBegunCount: z.int().min(0),
  attention: z
    .array(Attention)
    .max(LISTED_MAX)
    .describe("What the engine asks about, then batches that ended with failures."),
  attentionCount: z.int().min(0),
  openIncidents: z.int().min(0),
  failingRunbooks: z
    .array(z.object({ runbookName: RunbookName, error: z.string(), since: Instant.nullable() }))
    .max(LISTED_MAX)
    .describe("Runbooks with automation whose source was not read, or not all of it, last time."),
  nextDue: z
    .array(
      z.object({
        batchId: BatchId,
        runbookName: RunbookName,
        phaseId: PhaseExecutionId,
        phaseName: PhaseName,
        dueAt: Instant,
        members: z.int().min(0),
      }),
    )
    .max(LISTED_MAX)
    .describe("Phases that become due next, the nearest first."),
  engine: EngineHealth,
});
export type Overview = Readonly<z.output<typeof Overview>>;
