/** Batches, their phases and their members, and who is missing from a source (M-059 … M-061, M-065,
 *  I2). */
import { LIMITS } from "../../../contract/limits.ts";
import { BATCH_STATUSES, MEMBER_STATUSES, PHASE_STATUSES } from "../../../contract/statuses.ts";
import {
  flag,
  instant,
  maybeInstant,
  maybeNumber,
  maybeText,
  number,
  text,
} from "./column-kinds.ts";
import { longText, maybeLongText, maybeOneOf, oneOf } from "./long-text.ts";
import type { TableDefinition } from "./table.ts";

const NAME = LIMITS.nameChars;
const OUTCOMES = ["all", "partial", "none"];

const BATCHES: TableDefinition = {
  name: "batch_rows",
  primaryKey: ["id"],
  columns: {
    id: number,
    runbook_name: text(NAME),
    version: number,
    batch_key: text(NAME),
    batch_start_time: maybeInstant,
    is_manual: flag,
    status: oneOf(BATCH_STATUSES),
    status_reason: maybeOneOf(["init_failed", "cancelling", "cancelled"]),
    outcome: maybeOneOf(OUTCOMES),
    ended_at: maybeInstant,
    fence: number,
    paused: flag,
    finalize: oneOf(["waiting", "running", "done"]),
    budget_json: maybeLongText,
    failures_accepted: number,
    member_count: number,
    active_members: number,
    failed_members: number,
    late_executions: number,
    compensations: number,
    in_flight: number,
    event_seq: number,
    revision: number,
    detected_at: instant,
    init_dispatched_at: maybeInstant,
    created_by: maybeText(NAME),
  },
  indexes: [
    { name: "ux_batch_rows_key", columns: ["runbook_name", "batch_key"], unique: true },
    { name: "ix_batch_rows_status", columns: ["status", "runbook_name"] },
  ],
};

const PHASES: TableDefinition = {
  name: "phase_rows",
  primaryKey: ["id"],
  columns: {
    id: number,
    batch_id: number,
    phase_name: text(NAME),
    version: number,
    position: number,
    offset_minutes: number,
    due_at: maybeInstant,
    status: oneOf(PHASE_STATUSES),
    skipped_for: maybeOneOf(["overdue_ignored", "batch_ended"]),
    outcome: maybeOneOf(OUTCOMES),
    paused: flag,
    dispatched_at: maybeInstant,
    completed_at: maybeInstant,
    total: number,
    remaining: number,
    succeeded: number,
    failed: number,
    late_members: number,
    late_succeeded: number,
    barrier_step: number,
    barrier_remaining: number,
  },
  indexes: [
    { name: "ux_phase_rows_name", columns: ["batch_id", "phase_name", "version"], unique: true },
    {
      name: "ix_phase_rows_due",
      columns: ["status", "due_at", "id"],
      where: { column: "due_at", is: "not null" },
    },
  ],
};

const MEMBERS: TableDefinition = {
  name: "member_rows",
  primaryKey: ["id"],
  columns: {
    id: number,
    batch_id: number,
    runbook_name: text(NAME),
    member_key: text(LIMITS.memberKeyChars),
    ordinal: number,
    generation: number,
    status: oneOf(MEMBER_STATUSES),
    /** Active in a batch that has not ended: no other batch of the runbook may have it. */
    holds_key: flag,
    waits_for: maybeNumber,
    removal_approved: flag,
    data_json: longText,
    worker_data_json: longText,
    added_at: instant,
    removed_at: maybeInstant,
    failed_at: maybeInstant,
    refreshed_at: maybeInstant,
  },
  indexes: [
    { name: "ux_member_rows_key", columns: ["batch_id", "member_key"], unique: true },
    {
      name: "ux_member_rows_held",
      columns: ["runbook_name", "member_key"],
      unique: true,
      where: { column: "holds_key", is: 1 },
    },
    { name: "ix_member_rows_ever", columns: ["runbook_name", "member_key"] },
    {
      name: "ix_member_rows_waits",
      columns: ["id"],
      where: { column: "waits_for", is: "not null" },
    },
  ],
};

/** Looks in a row in which a member's row was missing from the source (X-70, R32). */
const ABSENCES: TableDefinition = {
  name: "absences",
  primaryKey: ["runbook_name", "member_key"],
  columns: { runbook_name: text(NAME), member_key: text(LIMITS.memberKeyChars), misses: number },
  indexes: [],
};

export const BATCH_TABLES: readonly TableDefinition[] = [BATCHES, PHASES, MEMBERS, ABSENCES];
