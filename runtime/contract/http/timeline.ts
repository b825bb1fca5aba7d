/** A batch over time: one lane for init, each phase, removals, rollbacks and finalize; in each lane
 *  the attempts of its steps as bars. Lanes are whole; bars are the newest so many of each lane. */
import { z } from "zod";
import { BatchId, MemberId, PhaseExecutionId, StepExecutionId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { EXECUTION_KINDS } from "../job-id.ts";
import { LIMITS } from "../limits.ts";
import { PHASE_STATUSES } from "../statuses.ts";
import { queryInt } from "./paging.ts";

const BARS_DEFAULT = 200;

export const TimelineQuery = z.object({
  memberId: MemberId.describe("Only this member's bars.").exactOptional(),
  bars: queryInt({ min: 1, max: LIMITS.pageSizeMax })
    .default(BARS_DEFAULT)
    .describe("At most so many in each lane."),
});
export type TimelineQuery = Readonly<z.output<typeof TimelineQuery>>;

const BAR_STATES = [
  "waiting",
  "throttled",
  "running",
  "polling",
  "retrying",
  "succeeded",
  "skipped",
  "failed",
  "timed-out",
  "rolled-back",
  "cancelled",
] as const;

export const TimelineBar = z.object({
  stepId: StepExecutionId,
  memberId: MemberId.nullable(),
  memberKey: z.string().nullable(),
  stepName: z.string(),
  attempt: z.int().min(1),
  state: z.enum(BAR_STATES),
  from: Instant,
  to: Instant.nullable().describe("Null while it lasts."),
  note: z.string().nullable().describe("What it waits for, or how it failed."),
});
export type TimelineBar = Readonly<z.output<typeof TimelineBar>>;

export const TimelineLane = z.object({
  kind: z.enum(EXECUTION_KINDS),
  phaseId: PhaseExecutionId.nullable().describe("Null for all lanes but phases."),
  name: z.string(),
  status: z.enum(PHASE_STATUSES).nullable(),
  dueAt: Instant.nullable(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  bars: z.array(TimelineBar).max(LIMITS.pageSizeMax),
  more: z.boolean().describe("Whether older bars were left out."),
});
export type TimelineLane = Readonly<z.output<typeof TimelineLane>>;

export const Timeline = z.object({
  batchId: BatchId,
  from: Instant,
  to: Instant,
  now: Instant.describe("By the engine's clock."),
  lanes: z.array(TimelineLane),
});
export type Timeline = Readonly<z.output<typeof Timeline>>;
