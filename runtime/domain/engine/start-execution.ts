/** Tries to move one open execution on: sends it, asks its worker again, or finds that it has to
 *  wait or has failed. */
import type { Draft } from "./draft.ts";
import type { ExecutionRow } from "./execution-row.ts";
import { askAgain } from "./poll-step.ts";
import { sendStep } from "./send.ts";
import { type Ending, stepFailed } from "./step-end.ts";

export const POLL_TIMEOUT: Ending = {
  failure: { kind: "poll-timeout" },
  error: { kind: "poll-timeout", message: "The work was not done when the poll's time was up." },
  cause: "poll_deadline_passed",
};

/** Whether a job went out. */
export function startExecution(d: Draft, row: ExecutionRow): boolean {
  if (row.outstanding) return false;
  if (row.status === "polling") {
    const asked = askAgain(d, row);
    if (asked === "timed-out") stepFailed(d, row, POLL_TIMEOUT);
    return asked === "asked";
  }
  const waitsForRetry = row.dueAt !== null && row.dueAt > d.now;
  if (row.status !== "pending" || waitsForRetry) return false;
  const sent = sendStep(d, row);
  if (typeof sent === "string") return sent === "sent";
  const failure = { kind: "cannot-dispatch" } as const;
  stepFailed(d, row, { failure, error: sent.unsendable, cause: "cannot_dispatch" });
  return false;
}
