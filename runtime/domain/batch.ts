/** The life of a batch.
 *  - A cancelled batch ends `failed`; its `status_reason` says that it was cancelled.
 *  - `rerun_init` of a new version takes an active batch back to `init_dispatched`: no phase is
 *    dispatched until the new init has succeeded, and a failing one fails the batch, exactly as
 *    the first time (M-082, R41). The recorded transition makes it happen once per version.
 *  - A finished batch accepts no new members (R26), but an operator may run a failed init again,
 *    or retry failed members; the batch is then open until their steps have ended. A cancelled
 *    batch stays cancelled: the engine refuses both orders by its `status_reason`. */
import type { BatchStatus } from "../contract/statuses.ts";
import { type Moves, openStatuses } from "./moves.ts";

export type BatchCause =
  | "init_started"
  | "no_init"
  | "init_succeeded"
  | "init_failed"
  | "init_rerun"
  | "init_retried"
  | "phases_succeeded"
  | "phases_failed"
  | "members_retried"
  | "cancelled";

export const BATCH_START: BatchStatus = "detected";

const CANCELLED = {
  to: "failed",
  cause: "cancelled",
  kind: "forward",
  operatorOnly: true,
} as const;
const MEMBERS_RETRIED = {
  to: "active",
  cause: "members_retried",
  kind: "reopen",
  operatorOnly: true,
} as const;

export const BATCH_MOVES = {
  detected: [
    { to: "init_dispatched", cause: "init_started", kind: "forward", operatorOnly: false },
    { to: "active", cause: "no_init", kind: "forward", operatorOnly: false },
    CANCELLED,
  ],
  init_dispatched: [
    { to: "active", cause: "init_succeeded", kind: "forward", operatorOnly: false },
    { to: "failed", cause: "init_failed", kind: "forward", operatorOnly: false },
    CANCELLED,
  ],
  active: [
    { to: "completed", cause: "phases_succeeded", kind: "forward", operatorOnly: false },
    { to: "failed", cause: "phases_failed", kind: "forward", operatorOnly: false },
    { to: "init_dispatched", cause: "init_rerun", kind: "forward", operatorOnly: false },
    CANCELLED,
  ],
  completed: [MEMBERS_RETRIED],
  failed: [
    { to: "init_dispatched", cause: "init_retried", kind: "reopen", operatorOnly: true },
    MEMBERS_RETRIED,
  ],
} as const satisfies Moves<BatchStatus, BatchCause>;

export const LIVE_BATCH_STATUSES: readonly BatchStatus[] = openStatuses<BatchStatus>(BATCH_MOVES);
