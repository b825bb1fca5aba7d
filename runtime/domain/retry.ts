/** Whether a failed step runs again, and when. Decided from the row's own policy, which was
 *  fixed when the row was made (M-029).
 *  Y1. Never by itself: after a poll timeout (M-073), after a failure that another try cannot
 *      mend, and after an end nobody saw of a function that must not run twice.
 *  Y2. At most `maxRetries` retries per epoch. An operator's retry opens a new epoch; attempts
 *      keep counting, so no job id is ever used twice (I12).
 *  Y3. Waits grow by the policy's factor, stay below its cap, and cannot overflow. */
import { LIMITS } from "../contract/limits.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import { ceilToMinute, ceilToSecond, plusSec } from "./instant.ts";
import type { RetryPolicy } from "./runbook.ts";

export const NO_RETRY: RetryPolicy = { maxRetries: 0, intervalSec: 0, backoff: null };

/** Named policies of the three systems. `fixed` waits belong to each step of a runbook. */
export const RETRY_PRESETS = {
  /** Azure calls of a HayMaker run: 2, 4, 8, 16, 32 seconds. */
  haymaker: { maxRetries: 5, intervalSec: 2, backoff: { factor: 2, maxIntervalSec: 60 } },
  /** Messages of the async bus: 1, 2, 4, 8, 16 seconds. */
  message: { maxRetries: 5, intervalSec: 1, backoff: { factor: 2, maxIntervalSec: 16 } },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/** A step's own policy replaces the runbook's as a whole; nothing is merged (M-028). */
export const effectiveRetry = (
  ofStep: RetryPolicy | null,
  ofRunbook: RetryPolicy | null,
): RetryPolicy => ofStep ?? ofRunbook ?? NO_RETRY;

/** How long to wait before retry number `retry` (1 is the first), in whole seconds. */
export function retryWaitSec(policy: RetryPolicy, retry: number): number {
  if (policy.backoff === null || policy.intervalSec === 0) return policy.intervalSec;
  const wait = policy.intervalSec * policy.backoff.factor ** (retry - 1);
  return Math.ceil(Math.min(wait, policy.backoff.maxIntervalSec, LIMITS.durationSecMax));
}

export type StepFailure =
  | { readonly kind: "worker-error" }
  | { readonly kind: "throttled"; readonly retryAfterSec: number }
  /** No answer in time, or a worker that died at it: what was done is unknown. */
  | { readonly kind: "ambiguous-end" }
  | { readonly kind: "poll-timeout" }
  /** Nothing to send: a variable without value, a job above the message limit. */
  | { readonly kind: "cannot-dispatch" };

export type AttemptCount = {
  /** Attempts since the row was made; part of the job id. */
  readonly attempt: number;
  /** Retries in the current epoch. */
  readonly retryCount: number;
};

export type AfterFailure =
  | ({ readonly kind: "retry"; readonly retryAfter: Date } & AttemptCount)
  | { readonly kind: "give-up"; readonly why: "exhausted" | "poll-timeout" | "cannot-dispatch" }
  | { readonly kind: "needs-attention"; readonly why: "ambiguous-end" };

export function afterFailure(
  step: AttemptCount & {
    readonly retry: RetryPolicy;
    readonly idempotency: FunctionManifest["idempotency"];
  },
  failure: StepFailure,
  now: Date,
): AfterFailure {
  if (failure.kind === "poll-timeout" || failure.kind === "cannot-dispatch") {
    return { kind: "give-up", why: failure.kind };
  }
  if (failure.kind === "ambiguous-end" && step.idempotency === "none") {
    return { kind: "needs-attention", why: "ambiguous-end" };
  }
  if (step.retryCount >= step.retry.maxRetries) return { kind: "give-up", why: "exhausted" };
  const retryCount = step.retryCount + 1;
  const waitSec = Math.max(retryWaitSec(step.retry, retryCount), askedWaitSec(failure));
  const retryAfter = ceilToSecond(plusSec(now, waitSec));
  return { kind: "retry", attempt: step.attempt + 1, retryCount, retryAfter };
}

/** An operator's retry: the next attempt, with the whole budget again. */
export const operatorRetry = (step: AttemptCount): AttemptCount => ({
  attempt: step.attempt + 1,
  retryCount: 0,
});

/** When an unanswered attempt counts as lost. */
export const attemptDeadline = (dispatchedAt: Date, dispatchTimeoutSec: number): Date =>
  ceilToMinute(plusSec(dispatchedAt, dispatchTimeoutSec));

/** A service that throttles says how long to stay away; a nonsense answer is cut to our limit. */
function askedWaitSec(failure: StepFailure): number {
  return failure.kind === "throttled" ? Math.min(failure.retryAfterSec, LIMITS.durationSecMax) : 0;
}
