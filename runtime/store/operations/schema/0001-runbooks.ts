/** Runbooks with their versions, what is fixed about each step of a version, and whether the
 *  scheduler looks for new batches (M-057, M-058, M-064, X-63). */
import { LIMITS } from "../../../contract/limits.ts";
import {
  flag,
  instant,
  maybeInstant,
  maybeNumber,
  maybeText,
  number,
  text,
} from "./column-kinds.ts";
import { longText, maybeLongText, oneOf } from "./long-text.ts";
import type { TableDefinition } from "./table.ts";

const NAME = LIMITS.nameChars;

const RUNBOOKS: TableDefinition = {
  name: "runbooks",
  primaryKey: "numbered",
  columns: {
    name: text(NAME),
    version: number,
    yaml_content: longText,
    data_table_name: text(NAME),
    is_active: flag,
    overdue_behavior: oneOf(["rerun", "ignore"]),
    ignore_overdue_applied: flag,
    rerun_init: flag,
    created_at: instant,
    published_by: maybeText(NAME),
    last_error: maybeLongText,
    last_error_at: maybeInstant,
    /** Batches under way stay on their version. */
    pins_batches: flag,
  },
  indexes: [
    { name: "ux_runbooks_version", columns: ["name", "version"], unique: true },
    { name: "ux_runbooks_data_table", columns: ["data_table_name"], unique: true },
    {
      name: "ux_runbooks_active",
      columns: ["name"],
      unique: true,
      where: { column: "is_active", is: 1 },
    },
  ],
};

const AUTOMATION: TableDefinition = {
  name: "runbook_automation_settings",
  primaryKey: ["runbook_name"],
  columns: {
    runbook_name: text(NAME),
    automation_enabled: flag,
    enabled_at: maybeInstant,
    enabled_by: maybeText(NAME),
    disabled_at: maybeInstant,
    disabled_by: maybeText(NAME),
  },
  indexes: [],
};

const STEP_PLANS: TableDefinition = {
  name: "step_plans",
  primaryKey: ["runbook_name", "version", "scope", "step_index"],
  columns: {
    runbook_name: text(NAME),
    version: number,
    /** `phase:{name}`, `rollback:{name}`, `init`, `removal` or `finalize`. */
    scope: text(NAME + 16),
    step_index: number,
    step_name: text(NAME),
    worker_id: text(NAME),
    /** As the runbook writes it: it may hold templates. */
    function_name: longText,
    on_failure: maybeText(NAME),
    is_poll_step: flag,
    poll_interval_sec: maybeNumber,
    poll_timeout_sec: maybeNumber,
    max_retries: number,
    retry_interval_sec: maybeNumber,
  },
  indexes: [],
};

export const RUNBOOK_TABLES: readonly TableDefinition[] = [RUNBOOKS, AUTOMATION, STEP_PLANS];
