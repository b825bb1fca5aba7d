/** The closed sets of statuses, as other programs see them in tables, messages and HTTP bodies.
 *  Which status may follow which is a decision and lives in the domain's transition tables. */

export const BATCH_STATUSES = [
  "detected",
  "init_dispatched",
  "active",
  "completed",
  "failed",
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const MEMBER_STATUSES = ["active", "removed", "failed"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export const PHASE_STATUSES = [
  "pending",
  "dispatched",
  "completed",
  "failed",
  "skipped",
  "superseded",
] as const;
export type PhaseStatus = (typeof PHASE_STATUSES)[number];

/** One set for every kind of execution: phase steps, init, rollback, removal, finalize. */
export const STEP_STATUSES = [
  "pending",
  "dispatched",
  "succeeded",
  "failed",
  "polling",
  "poll_timeout",
  "rolled_back",
  "cancelled",
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];
