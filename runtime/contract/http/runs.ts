/** HayMaker runs: the run API's bodies, snake_case as their design gives them (H-062 … H-064,
 *  `active_runs` is ours, because runs overlap. */
import { z } from "zod";
import { RunId, ScenarioName } from "../identifiers.ts";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { queryInt } from "./paging.ts";

const RUNS_DEFAULT = 10;

export const RunPath = z.object({ run_id: RunId });
export const RunListQuery = z.object({
  limit: queryInt({ min: 1, max: LIMITS.pageSizeMax }).default(RUNS_DEFAULT),
});

export const RunsStatus = z.object({
  status: z.enum(["running", "idle", "error"]),
  /** The latest started; null when idle. */
  current_run_id: RunId.nullable(),
  started_at: Instant.nullable(),
  scheduled_end_at: Instant.nullable(),
  active_runs: z.array(RunId).default([]),
});
export type RunsStatus = Readonly<z.output<typeof RunsStatus>>;

/** Null while there was nothing to verify yet. */
const CleanupStatus = z.enum(["verified", "partial", "failed"]).nullable();

const RunFields = {
  run_id: RunId,
  started_at: Instant,
  ended_at: Instant.nullable(),
  status: z.enum(["completed", "in_progress", "failed"]),
};

export const RunList = z.object({
  runs: z.array(
    z.object({
      ...RunFields,
      scenarios_count: z.int().min(0),
      resources_created: z.int().min(0),
      cleanup_status: CleanupStatus,
    }),
  ),
});
export type RunList = Readonly<z.output<typeof RunList>>;

export const RunDetail = z.object({
  ...RunFields,
  scenarios: z.array(
    z.object({
      scenario_name: ScenarioName,
      agent_id: z.string(),
      sp_name: z.string(),
      status: z.enum(["running", "completed", "failed", "cleanup_done"]),
      resources_created: z.int().min(0),
      cleanup_status: CleanupStatus,
    }),
  ),
  total_resources: z.int().min(0),
  cleanup_verification: z.object({
    expected_deleted: z.int().min(0),
    actually_deleted: z.int().min(0),
    forced_deletions: z.int().min(0),
  }),
});
export type RunDetail = Readonly<z.output<typeof RunDetail>>;
