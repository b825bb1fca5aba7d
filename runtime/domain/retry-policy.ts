/** How often and how far apart a thing is tried again. Waits grow by the policy's factor, stay
 *  below its cap, and cannot overflow. */
import { LIMITS } from "../contract/limits.ts";
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
