/** The reports, as shapes of their pages. */
import { sql } from "kysely";
import type { BatchListQuery } from "../../../contract/http/batches.ts";
import type { MemberListQuery } from "../../../contract/http/members.ts";
import type { StepListQuery } from "../../../contract/http/steps.ts";
import { arg } from "../operation.ts";
import type { PageShape } from "./page.ts";

type FilterOf<Query> = Exclude<keyof Query, "cursor" | "limit"> & string;

export const BATCH_COLUMNS = [
  "id",
  "runbook_name",
  "runbook_version",
  "batch_start_time",
  "status",
  "status_reason",
  "outcome",
  "is_manual",
  "paused",
  "needs_attention",
  "created_by",
  "current_phase",
  "detected_at",
  "init_dispatched_at",
  "active_members",
  "removed_members",
  "failed_members",
  "event_seq",
] as const;

export const BATCH_PAGES: PageShape<FilterOf<BatchListQuery>> = {
  name: "batch page",
  view: "batches",
  columns: BATCH_COLUMNS,
  within: [],
  order: ["id"],
  direction: "down",
  filters: { runbookName: "runbook_name", status: "status", isManual: "is_manual" },
  counted: { table: "batch_rows", sought: ["runbookName", "status"], by: "id" },
};

export const MEMBER_PAGES: PageShape<FilterOf<MemberListQuery>> = {
  name: "member page",
  view: "batch_members",
  columns: [
    "id",
    "batch_id",
    "member_key",
    "status",
    "data_json",
    "worker_data_json",
    "added_at",
    "removed_at",
    "failed_at",
    "add_dispatched_at",
    "remove_dispatched_at",
  ],
  within: ["batch_id"],
  order: ["id"],
  direction: "up",
  filters: { status: "status" },
  counted: null,
};

export const STEP_PAGES: PageShape<FilterOf<StepListQuery>> = {
  name: "step page",
  view: "step_report",
  columns: [
    "id",
    "kind",
    "batch_id",
    "phase_execution_id",
    "phase_name",
    "batch_member_id",
    "member_key",
    "step_name",
    "step_index",
    "worker_id",
    "function_name",
    "params_json",
    "status",
    "job_id",
    "result_json",
    "error_message",
    "dispatched_at",
    "completed_at",
    "on_failure",
    "retry_count",
    "max_retries",
    "retry_after",
    "is_poll_step",
    "poll_count",
    "poll_started_at",
    "last_polled_at",
    "member_id",
  ],
  within: ["batch_id"],
  order: ["member_id", "id"],
  direction: "up",
  filters: { status: "status", kind: "kind", phaseName: "phase_name", memberId: "member_id" },
  counted: {
    table: "execution_rows",
    sought: ["memberId"],
    by: "member_id",
    instead: {
      phaseName: sql`phase_id in (select id from phase_rows
        where batch_id = ${arg("batch_id")} and phase_name = ${arg("phaseName")})`,
    },
  },
};
