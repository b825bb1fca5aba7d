/** The life of a member in one batch. `active` also means "done well": success is told by the
 *  member's steps, not by a status of its own (M-052).
 *  - A removed member whose row comes back is active again under a new generation, so its
 *    catch-up executions do not meet the old ones.
 *  - A failed member returns by an operator's retry only; its row coming back changes nothing. */
import type { MemberStatus } from "../contract/statuses.ts";
import { type Moves, openStatuses } from "./moves.ts";

export type MemberCause =
  | "left_source"
  | "removed_by_operator"
  | "rescheduled"
  | "step_failed"
  | "returned"
  | "operator_retry";

export const MEMBER_START: MemberStatus = "active";

export const MEMBER_MOVES = {
  active: [
    { to: "removed", cause: "left_source", kind: "forward", operatorOnly: false },
    { to: "removed", cause: "rescheduled", kind: "forward", operatorOnly: false },
    { to: "removed", cause: "removed_by_operator", kind: "forward", operatorOnly: true },
    { to: "failed", cause: "step_failed", kind: "forward", operatorOnly: false },
  ],
  removed: [{ to: "active", cause: "returned", kind: "reopen", operatorOnly: false }],
  failed: [{ to: "active", cause: "operator_retry", kind: "reopen", operatorOnly: true }],
} as const satisfies Moves<MemberStatus, MemberCause>;

export const OPEN_MEMBER_STATUSES: readonly MemberStatus[] =
  openStatuses<MemberStatus>(MEMBER_MOVES);
