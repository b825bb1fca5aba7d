/** What is fixed about each step of a version. */
import { insertRows } from "../write/insert-rows.ts";

export const insertStepPlans = insertRows("step_plans", [
  "runbook_name",
  "version",
  "scope",
  "step_index",
  "step_name",
  "worker_id",
  "function_name",
  "on_failure",
  "is_poll_step",
  "poll_interval_sec",
  "poll_timeout_sec",
  "max_retries",
  "retry_interval_sec",
]);
