/** The tables as Kysely sees them: for each column whether its cells are numbers or text, and
 *  whether they may be null. The engine writes `…_rows`; the contract's names belong to views over
 *  them, because the contract's rows also show what can be looked up (see `schema/views.ts`). */

type Numbers<Name extends string> = { readonly [Column in Name]: number };
type Texts<Name extends string> = { readonly [Column in Name]: string };
type MaybeNumbers<Name extends string> = { readonly [Column in Name]: number | null };
type MaybeTexts<Name extends string> = { readonly [Column in Name]: string | null };

type BatchTable = Numbers<
  | "id"
  | "version"
  | "is_manual"
  | "fence"
  | "paused"
  | "failures_accepted"
  | "member_count"
  | "active_members"
  | "failed_members"
  | "late_executions"
  | "compensations"
  | "in_flight"
  | "event_seq"
  | "revision"
  | "acceptances"
> &
  Texts<"runbook_name" | "batch_key" | "status" | "finalize" | "detected_at"> &
  MaybeTexts<
    | "batch_start_time"
    | "status_reason"
    | "outcome"
    | "ended_at"
    | "budget_json"
    | "init_dispatched_at"
    | "created_by"
  >;

type PhaseTable = Numbers<
  | "id"
  | "batch_id"
  | "version"
  | "position"
  | "offset_minutes"
  | "paused"
  | "total"
  | "remaining"
  | "succeeded"
  | "failed"
  | "late_members"
  | "late_succeeded"
  | "barrier_step"
  | "barrier_remaining"
  | "failures_accepted"
  | "late_failed"
  | "late_withdrawn"
> &
  Texts<"phase_name" | "status"> &
  MaybeTexts<"due_at" | "skipped_for" | "outcome" | "dispatched_at" | "completed_at">;

type MemberTable = Numbers<
  "id" | "batch_id" | "ordinal" | "generation" | "removal_approved" | "holds_key" | "failed_after"
> &
  Texts<"runbook_name" | "member_key" | "status" | "data_json" | "worker_data_json" | "added_at"> &
  MaybeNumbers<"waits_for"> &
  MaybeTexts<"removed_at" | "failed_at" | "refreshed_at">;

type ExecutionTable = Numbers<
  | "id"
  | "batch_id"
  | "phase_id"
  | "undoes_id"
  | "member_id"
  | "generation"
  | "step_index"
  | "version"
  | "attempt"
  | "poll_count"
  | "retry_count"
  | "outstanding"
  | "fence"
  | "held"
  | "skipped"
> &
  Texts<"kind" | "status"> &
  MaybeTexts<
    | "due_at"
    | "waiting_for"
    | "frozen_json"
    | "undo_json"
    | "dispatched_at"
    | "completed_at"
    | "poll_started_at"
    | "last_polled_at"
    | "result_json"
    | "error_json"
  >;

type SlotTable = Numbers<"batch_id" | "in_use" | "waiting"> &
  Texts<"limit_key"> &
  MaybeNumbers<"granted"> &
  MaybeTexts<"due_at">;

type EventChunkTable = Numbers<"batch_id" | "first_seq" | "last_seq"> & Texts<"at" | "events_json">;

type RunbookTable = Numbers<
  "id" | "version" | "is_active" | "ignore_overdue_applied" | "rerun_init" | "pins_batches"
> &
  Texts<"name" | "yaml_content" | "data_table_name" | "overdue_behavior" | "created_at"> &
  MaybeTexts<"last_error" | "last_error_at" | "published_by">;

export type Schema = {
  readonly runbooks: RunbookTable;
  readonly runbook_automation_settings: Texts<"runbook_name"> &
    Numbers<"automation_enabled"> &
    MaybeTexts<"enabled_at" | "enabled_by" | "disabled_at" | "disabled_by">;
  readonly step_plans: Numbers<"version" | "step_index" | "is_poll_step" | "max_retries"> &
    Texts<"runbook_name" | "scope" | "step_name" | "worker_id" | "function_name"> &
    MaybeTexts<"on_failure"> &
    MaybeNumbers<"poll_interval_sec" | "poll_timeout_sec" | "retry_interval_sec">;
  readonly batch_rows: BatchTable;
  readonly phase_rows: PhaseTable;
  readonly member_rows: MemberTable;
  readonly absences: Texts<"runbook_name" | "member_key"> &
    Numbers<"misses" | "held"> &
    MaybeNumbers<"among">;
  readonly execution_rows: ExecutionTable;
  readonly slots: SlotTable;
  readonly slot_limits: Texts<"limit_key"> & Numbers<"most">;
  readonly attention: Numbers<"id" | "batch_id"> &
    Texts<"subject" | "reason" | "actions_json" | "opened_at"> &
    MaybeTexts<"closed_at">;
  readonly event_chunks: EventChunkTable;
  readonly incidents: Numbers<"id" | "sequence_number" | "batch_id"> &
    Texts<
      | "topic"
      | "subscription"
      | "message_id"
      | "body"
      | "properties_json"
      | "reason"
      | "description"
      | "opened_at"
    > &
    MaybeTexts<"closed_at" | "closed_how" | "closed_by">;
  readonly batch_transitions: Numbers<"batch_id" | "from_version" | "to_version"> & Texts<"at">;
  readonly leases: Texts<"name" | "owner" | "held_until"> & Numbers<"token">;
  readonly idempotency: Texts<"actor" | "request_key" | "request_hash" | "response" | "at">;
  readonly inbox: Texts<"consumer" | "message_id" | "at"> & MaybeTexts<"response">;
  readonly outbox: Numbers<"id"> &
    Texts<"topic" | "message_id" | "body" | "properties_json" | "owner" | "claimed_until"> &
    MaybeTexts<"not_before">;
  readonly audit_log: Numbers<"id" | "status"> &
    Texts<"at" | "actor" | "caller" | "action" | "target" | "correlation_id">;
  readonly workers: Texts<"worker_id" | "manifest_json" | "last_seen">;
  readonly id_counters: Texts<"name"> & Numbers<"next_id">;
};
