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

/** `sent`: a job went out. `ended`: it failed instead, and what else was open may be no more. */
export type Started = "sent" | "waiting" | "ended";

export function startExecution(d: Draft, row: ExecutionRow): Started {
  if (row.outstanding) return "waiting";
  if (row.status === "polling") {
    const asked = askAgain(d, row);
    if (asked !== "timed-out") return asked === "asked" ? "sent" : "waiting";
    stepFailed(d, row, POLL_TIMEOUT);
    return "ended";
  }
  const waitsForRetry = row.dueAt !== null && row.dueAt > d.now;
  if (row.status !== "pending" || waitsForRetry) return "waiting";
  const sent = sendStep(d, row);
  if (typeof sent === "string") return sent === "sent" ? "sent" : "waiting";
  const failure = { kind: "cannot-dispatch" } as const;
  stepFailed(d, row, { failure, error: sent.unsendable, cause: "cannot_dispatch" });
  return "ended";
}
