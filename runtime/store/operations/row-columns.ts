/** The columns of the engine's rows, property by property, in the order of the tables. A row type
 *  that gains a property does not compile until it has a column here. */
import type { ExecutionRow } from "../../domain/engine/execution-row.ts";
import type { BatchRow, MemberRow, PhaseRow, SlotRow } from "../../domain/engine/rows.ts";
import type { TableName } from "../../domain/engine/writes.ts";
import { type Column, flag, instant, json, plain } from "./columns.ts";
import { resolvedStep } from "./resolved-column.ts";
import { variables, variablesOrNull } from "./variable-columns.ts";

export type KeptMember = Omit<MemberRow, "currentExecutionId">;

export type Columns<Row> = { readonly [Prop in keyof Row]: Column<Row[Prop]> };

const BATCH: Columns<BatchRow> = {
  id: plain("id"),
  runbookName: plain("runbook_name"),
  version: plain("version"),
  start: instant("batch_start_time"),
  isManual: flag("is_manual"),
  status: plain("status"),
  statusReason: plain("status_reason"),
  outcome: plain("outcome"),
  endedAt: instant("ended_at"),
  fence: plain("fence"),
  paused: flag("paused"),
  finalize: plain("finalize"),
  budget: json("budget_json"),
  failuresAccepted: plain("failures_accepted"),
  memberCount: plain("member_count"),
  activeMembers: plain("active_members"),
  failedMembers: plain("failed_members"),
  lateExecutions: plain("late_executions"),
  compensations: plain("compensations"),
  inFlight: plain("in_flight"),
  eventSeq: plain("event_seq"),
  acceptances: plain("acceptances"),
};

const PHASE: Columns<PhaseRow> = {
  id: plain("id"),
  batchId: plain("batch_id"),
  name: plain("phase_name"),
  version: plain("version"),
  position: plain("position"),
  offsetMinutes: plain("offset_minutes"),
  dueAt: instant("due_at"),
  status: plain("status"),
  skippedFor: plain("skipped_for"),
  outcome: plain("outcome"),
  paused: flag("paused"),
  dispatchedAt: instant("dispatched_at"),
  completedAt: instant("completed_at"),
  total: plain("total"),
  remaining: plain("remaining"),
  succeeded: plain("succeeded"),
  failed: plain("failed"),
  lateMembers: plain("late_members"),
  lateSucceeded: plain("late_succeeded"),
  barrierStep: plain("barrier_step"),
  barrierRemaining: plain("barrier_remaining"),
  failuresAccepted: plain("failures_accepted"),
  lateFailed: plain("late_failed"),
  lateWithdrawn: plain("late_withdrawn"),
};

/** Which job is out for a member is told by the execution that is outstanding, and by nothing else:
 *  a step then writes no row of its member. */
const MEMBER: Columns<KeptMember> = {
  id: plain("id"),
  batchId: plain("batch_id"),
  key: plain("member_key"),
  ordinal: plain("ordinal"),
  generation: plain("generation"),
  status: plain("status"),
  waitsFor: plain("waits_for"),
  removalApproved: flag("removal_approved"),
  data: variables("data_json"),
  workerData: variables("worker_data_json"),
  failedAfter: plain("failed_after"),
};

const EXECUTION: Columns<ExecutionRow> = {
  id: plain("id"),
  batchId: plain("batch_id"),
  kind: plain("kind"),
  phaseId: plain("phase_id"),
  undoesId: plain("undoes_id"),
  memberId: plain("member_id"),
  generation: plain("generation"),
  stepIndex: plain("step_index"),
  version: plain("version"),
  status: plain("status"),
  attempt: plain("attempt"),
  pollCount: plain("poll_count"),
  retryCount: plain("retry_count"),
  outstanding: flag("outstanding"),
  fence: plain("fence"),
  dueAt: instant("due_at"),
  waitingFor: plain("waiting_for"),
  held: flag("held"),
  skipped: flag("skipped"),
  frozen: resolvedStep,
  undo: variablesOrNull("undo_json"),
  dispatchedAt: instant("dispatched_at"),
  completedAt: instant("completed_at"),
  pollStartedAt: instant("poll_started_at"),
  lastPolledAt: instant("last_polled_at"),
  result: json("result_json"),
  error: json("error_json"),
};

const SLOT: Columns<SlotRow> = {
  key: plain("limit_key"),
  batchId: plain("batch_id"),
  granted: plain("granted"),
  inUse: plain("in_use"),
  waiting: flag("waiting"),
  dueAt: instant("due_at"),
};

export const ROW_COLUMNS = {
  batches: BATCH,
  phases: PHASE,
  members: MEMBER,
  executions: EXECUTION,
  slots: SLOT,
} as const satisfies { readonly [Name in TableName]: object };
