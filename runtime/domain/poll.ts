/** When a polling step is asked again, and when it has been asked long enough.
 *  P1. One poll is outstanding at most (R13); one that stays unanswered for the step's dispatch
 *      timeout counts as lost and the next takes its place, under the next number.
 *  P2. No poll after the deadline, and the deadline does not wait for an answer (R14).
 *  P3. The poll count only grows.
 *  The deadline itself is exact; the row is woken for it at the next full minute. */
import { ceilToMinute, ceilToSecond, earlier, plusSec } from "./instant.ts";
import type { PollPolicy } from "./runbook.ts";

export type Polling = {
  readonly startedAt: Date;
  readonly lastPolledAt: Date;
  readonly pollCount: number;
  /** Whether the last poll still waits for its answer. */
  readonly outstanding: boolean;
};

export type PollPlan = PollPolicy & { readonly dispatchTimeoutSec: number };

type PollDecision =
  | { readonly kind: "timed-out" }
  | { readonly kind: "poll"; readonly polling: Polling; readonly dueAt: Date }
  | { readonly kind: "wait"; readonly dueAt: Date };

/** The state of a step whose worker has just said that it is not done yet (M-072). */
export const startPolling = (now: Date): Polling => ({
  startedAt: now,
  lastPolledAt: now,
  pollCount: 0,
  outstanding: false,
});

/** The worker answered the outstanding poll: still not done. */
export const pollAnswered = (polling: Polling): Polling => ({ ...polling, outstanding: false });

export const pollDeadline = (plan: PollPlan, polling: Polling): Date =>
  plusSec(polling.startedAt, plan.timeoutSec);

/** When the row must be looked at next: for the next poll or for the deadline. */
export function pollDueAt(plan: PollPlan, polling: Polling): Date {
  return earlier(nextPollAt(plan, polling), ceilToMinute(pollDeadline(plan, polling)));
}

export function decidePoll(plan: PollPlan, polling: Polling, now: Date): PollDecision {
  if (now >= pollDeadline(plan, polling)) return { kind: "timed-out" };
  if (now < nextPollAt(plan, polling)) return { kind: "wait", dueAt: pollDueAt(plan, polling) };
  const asked: Polling = {
    startedAt: polling.startedAt,
    lastPolledAt: now,
    pollCount: polling.pollCount + 1,
    outstanding: true,
  };
  return { kind: "poll", polling: asked, dueAt: pollDueAt(plan, asked) };
}

function nextPollAt(plan: PollPlan, polling: Polling): Date {
  const waitSec = polling.outstanding
    ? Math.max(plan.dispatchTimeoutSec, plan.intervalSec)
    : plan.intervalSec;
  return ceilToSecond(plusSec(polling.lastPolledAt, waitSec));
}
