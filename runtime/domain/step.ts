/** The life of one execution of a step: in a phase, init, rollback, removal or finalize.
 *  - `failed → pending` by the engine is a retry and happens in the decision that found the
 *    failure, so nobody ever sees a step rest in `failed` that is going to run again (R05).
 *  - `poll_timeout → pending` is an operator's order only: a poll that timed out is never
 *    retried by itself (X-22, M-073).
 *  - A cancelled step returns together with its member, when an operator retries the member.
 *    A rolled-back one does not: what it did was undone, so its member starts anew under
 *    another generation instead of resuming in the middle.
 *  - A step that an operator skips is `cancelled` with a mark that lets the next one start: it
 *    did not succeed, and nothing may say so.
 *  - Asking a polling step again is no move: it stays `polling` and its poll count grows. */
import type { StepStatus } from "../contract/statuses.ts";
import { type Moves, openStatuses, statusesBefore } from "./moves.ts";

export type StepCause =
  | "dispatched"
  | "cannot_dispatch"
  | "worker_succeeded"
  | "worker_failed"
  | "worker_still_working"
  | "deadline_passed"
  | "poll_deadline_passed"
  | "retry"
  | "operator_retry"
  | "rollback_succeeded"
  | "member_failed"
  | "member_removed"
  | "sequence_failed"
  | "batch_ended"
  | "superseded"
  | "skipped";

export const STEP_START: StepStatus = "pending";

const cancelledBy = <Cause extends StepCause>(cause: Cause) =>
  ({ to: "cancelled", cause, kind: "forward", operatorOnly: false }) as const;
const CANCELLATIONS = [
  cancelledBy("member_failed"),
  cancelledBy("member_removed"),
  cancelledBy("sequence_failed"),
  cancelledBy("batch_ended"),
  cancelledBy("superseded"),
  { to: "cancelled", cause: "skipped", kind: "forward", operatorOnly: true },
] as const;
const WORKER_SUCCEEDED = {
  to: "succeeded",
  cause: "worker_succeeded",
  kind: "forward",
  operatorOnly: false,
} as const;
const WORKER_FAILED = {
  to: "failed",
  cause: "worker_failed",
  kind: "forward",
  operatorOnly: false,
} as const;
const OPERATOR_RETRY = {
  to: "pending",
  cause: "operator_retry",
  kind: "reopen",
  operatorOnly: true,
} as const;
const ROLLED_BACK = {
  to: "rolled_back",
  cause: "rollback_succeeded",
  kind: "relabel",
  operatorOnly: false,
} as const;

export const STEP_MOVES = {
  pending: [
    { to: "dispatched", cause: "dispatched", kind: "forward", operatorOnly: false },
    { to: "failed", cause: "cannot_dispatch", kind: "forward", operatorOnly: false },
    ...CANCELLATIONS,
  ],
  dispatched: [
    WORKER_SUCCEEDED,
    WORKER_FAILED,
    { to: "failed", cause: "deadline_passed", kind: "forward", operatorOnly: false },
    { to: "polling", cause: "worker_still_working", kind: "forward", operatorOnly: false },
    ...CANCELLATIONS,
  ],
  polling: [
    WORKER_SUCCEEDED,
    WORKER_FAILED,
    { to: "poll_timeout", cause: "poll_deadline_passed", kind: "forward", operatorOnly: false },
    ...CANCELLATIONS,
  ],
  succeeded: [],
  failed: [
    { to: "pending", cause: "retry", kind: "reopen", operatorOnly: false },
    OPERATOR_RETRY,
    ROLLED_BACK,
  ],
  poll_timeout: [OPERATOR_RETRY, ROLLED_BACK],
  rolled_back: [],
  cancelled: [OPERATOR_RETRY],
} as const satisfies Moves<StepStatus, StepCause>;

export const OPEN_STEP_STATUSES: readonly StepStatus[] = openStatuses<StepStatus>(STEP_MOVES);

/** What a cancellation reaches: read off the table, so no open status can be forgotten (R24). */
export const CANCELLABLE_STEP_STATUSES = statusesBefore<StepStatus>(
  STEP_MOVES,
  "cancelled",
  "engine",
);

/** What counts as failed wherever failures are counted. */
export const FAILED_STEP_STATUSES: readonly StepStatus[] = [
  ...statusesBefore<StepStatus>(STEP_MOVES, "rolled_back", "engine"),
  "rolled_back",
];
