/** How far a mailbox move is at a given time: a function of when it began and how long it takes,
 *  so that nothing has to be woken for it. */
import type { Tables } from "../objects.ts";

export type Move = Tables["moves"];

export type MoveProgress = {
  readonly status: "Queued" | "InProgress" | "AutoSuspended" | "Completed" | "Failed";
  readonly percent: number;
  readonly message: string;
};

/** Moves that wait do so before they switch over. */
const WAITS_AT_PERCENT = 95;

const BROKEN =
  "MigrationTransientException: the source mailbox has more bad items than the limit allows.";

export function moveAt(move: Move, now: number): MoveProgress {
  const runningMs = now - move.startedAt - move.queuedMs;
  if (runningMs < 0) return { status: "Queued", percent: 0, message: "" };
  const percent = Math.min(100, Math.floor((runningMs / Math.max(1, move.durationMs)) * 100));
  if (move.failsAtPercent !== null && percent >= move.failsAtPercent) {
    return { status: "Failed", percent: move.failsAtPercent, message: BROKEN };
  }
  if (move.waitsWhenSynced && percent >= WAITS_AT_PERCENT) return whenSynced(move, now);
  if (percent < 100) return { status: "InProgress", percent, message: "" };
  return { status: "Completed", percent: 100, message: "" };
}

function whenSynced(move: Move, now: number): MoveProgress {
  if (move.resumedAt === null) {
    return { status: "AutoSuspended", percent: WAITS_AT_PERCENT, message: "" };
  }
  const restMs = move.durationMs * (1 - WAITS_AT_PERCENT / 100);
  const isOver = now >= move.resumedAt + restMs;
  return isOver
    ? { status: "Completed", percent: 100, message: "" }
    : { status: "InProgress", percent: WAITS_AT_PERCENT, message: "" };
}
