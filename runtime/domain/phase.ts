/** The life of one phase of one batch under one runbook version.
 *  - A phase never goes back once it was dispatched: late members are counted beside it.
 *  - A phase that nobody is in is dispatched and completed in the same decision (M-071, R23).
 *  - When a batch ends early its pending phases are skipped and its dispatched ones fail; a retry
 *    of the failed init, and nothing else, makes skipped phases pending again. */
import type { PhaseStatus } from "../contract/statuses.ts";
import { type Moves, openStatuses, statusesOf } from "./moves.ts";

export type PhaseCause =
  | "due"
  | "advanced"
  | "overdue_ignored"
  | "new_version"
  | "batch_ended"
  | "init_retried"
  | "members_succeeded"
  | "empty"
  | "members_failed";

export const PHASE_START: PhaseStatus = "pending";

export const PHASE_MOVES = {
  pending: [
    { to: "dispatched", cause: "due", kind: "forward", operatorOnly: false },
    { to: "dispatched", cause: "advanced", kind: "forward", operatorOnly: true },
    { to: "skipped", cause: "overdue_ignored", kind: "forward", operatorOnly: false },
    { to: "skipped", cause: "batch_ended", kind: "forward", operatorOnly: false },
    { to: "superseded", cause: "new_version", kind: "forward", operatorOnly: false },
  ],
  dispatched: [
    { to: "completed", cause: "members_succeeded", kind: "forward", operatorOnly: false },
    { to: "completed", cause: "empty", kind: "forward", operatorOnly: false },
    { to: "failed", cause: "members_failed", kind: "forward", operatorOnly: false },
    { to: "failed", cause: "batch_ended", kind: "forward", operatorOnly: false },
  ],
  completed: [],
  failed: [],
  skipped: [{ to: "pending", cause: "init_retried", kind: "reopen", operatorOnly: true }],
  superseded: [],
} as const satisfies Moves<PhaseStatus, PhaseCause>;

export const OPEN_PHASE_STATUSES: readonly PhaseStatus[] = openStatuses<PhaseStatus>(PHASE_MOVES);

/** M-056: these no longer hold a batch open. */
export const TERMINAL_PHASE_STATUSES: readonly PhaseStatus[] = statusesOf<PhaseStatus>(
  PHASE_MOVES,
).filter((status) => !OPEN_PHASE_STATUSES.includes(status));
