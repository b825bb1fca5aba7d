/** Executions of every kind in one id space, and the slots they take (M-062, X-63, I3). A row's
 *  only timer is `due_at`; the filtered index finds those that are due among a million. */
import { EXECUTION_KINDS } from "../../../contract/job-id.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { STEP_STATUSES } from "../../../contract/statuses.ts";
import { flag, maybeInstant, maybeNumber, maybeText, number, text } from "./column-kinds.ts";
import { maybeLongText, oneOf } from "./long-text.ts";
import type { TableDefinition } from "./table.ts";

/** `worker:…`, `function:…`, `unregistered:…`. */
const LIMIT_KEY = LIMITS.nameChars + 16;

const EXECUTIONS: TableDefinition = {
  name: "execution_rows",
  primaryKey: ["id"],
  columns: {
    id: number,
    batch_id: number,
    kind: oneOf(EXECUTION_KINDS),
    phase_id: number,
    undoes_id: number,
    member_id: number,
    generation: number,
    step_index: number,
    version: number,
    status: oneOf(STEP_STATUSES),
    attempt: number,
    poll_count: number,
    retry_count: number,
    outstanding: flag,
    fence: number,
    due_at: maybeInstant,
    waiting_for: maybeText(LIMIT_KEY),
    held: flag,
    skipped: flag,
    frozen_json: maybeLongText,
    undo_json: maybeLongText,
    dispatched_at: maybeInstant,
    completed_at: maybeInstant,
    poll_started_at: maybeInstant,
    last_polled_at: maybeInstant,
    result_json: maybeLongText,
    error_json: maybeLongText,
  },
  indexes: [
    {
      name: "ux_execution_rows_key",
      columns: [
        "batch_id",
        "member_id",
        "phase_id",
        "step_index",
        "kind",
        "undoes_id",
        "generation",
        "version",
      ],
      unique: true,
    },
    {
      name: "ix_execution_rows_due",
      columns: ["due_at", "id"],
      where: { column: "due_at", is: "not null" },
    },
    {
      name: "ix_execution_rows_waiting",
      columns: ["batch_id", "waiting_for", "id"],
      where: { column: "waiting_for", is: "not null" },
    },
  ],
};

const SLOTS: TableDefinition = {
  name: "slots",
  primaryKey: ["batch_id", "limit_key"],
  columns: {
    batch_id: number,
    limit_key: text(LIMIT_KEY),
    granted: maybeNumber,
    in_use: number,
    waiting: flag,
    due_at: maybeInstant,
  },
  indexes: [
    {
      name: "ix_slots_due",
      columns: ["due_at", "batch_id"],
      where: { column: "due_at", is: "not null" },
    },
  ],
};

const SLOT_LIMITS: TableDefinition = {
  name: "slot_limits",
  primaryKey: ["limit_key"],
  columns: { limit_key: text(LIMIT_KEY), most: number },
  indexes: [],
};

export const EXECUTION_TABLES: readonly TableDefinition[] = [EXECUTIONS, SLOTS, SLOT_LIMITS];
