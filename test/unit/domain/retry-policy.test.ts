import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import {
  effectiveRetry,
  RETRY_PRESETS,
  retryWaitSec,
} from "../../../runtime/domain/retry-policy.ts";
import type { RetryPolicy } from "../../../runtime/domain/runbook.ts";

const FIXED: RetryPolicy = { maxRetries: 2, intervalSec: 60, backoff: null };

describe("which policy holds", () => {
  test("M-028: the step's own replaces the runbook's whole", () => {
    const own: RetryPolicy = { maxRetries: 0, intervalSec: 5, backoff: null };
    expect(effectiveRetry(own, FIXED)).toBe(own);
  });

  test("M-028: without its own the runbook's holds, without either none", () => {
    expect(effectiveRetry(null, FIXED)).toBe(FIXED);
    expect(effectiveRetry(null, null)).toEqual({ maxRetries: 0, intervalSec: 0, backoff: null });
  });
});

describe("how long to wait", () => {
  const waits = (policy: RetryPolicy, count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => retryWaitSec(policy, index + 1));

  test("X-51 (part): a step's fixed interval stays as it is", () => {
    expect(waits(FIXED, 3)).toEqual([60, 60, 60]);
  });

  test("X-51 (part): a HayMaker call waits 2 seconds, doubling to 60 at most, five times", () => {
    expect(RETRY_PRESETS.haymaker.maxRetries).toBe(5);
    expect(waits(RETRY_PRESETS.haymaker, 7)).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  test("X-51 (part), A-007 (part), X-36 (part): a bus message waits 1, 2, 4, 8, 16 seconds", () => {
    expect(RETRY_PRESETS.message.maxRetries).toBe(5);
    expect(waits(RETRY_PRESETS.message, 5)).toEqual([1, 2, 4, 8, 16]);
  });

  test("a fraction of a second is waited out", () => {
    const policy = { maxRetries: 9, intervalSec: 1, backoff: { factor: 1.5, maxIntervalSec: 100 } };
    expect(waits(policy, 4)).toEqual([1, 2, 3, 4]);
  });

  test("R45: whatever the policy, a wait is a whole number within its cap", () => {
    const policies = fc.record({
      maxRetries: fc.constant(LIMITS.retriesMax),
      intervalSec: fc.integer({ min: 0, max: LIMITS.durationSecMax }),
      backoff: fc.record({
        factor: fc.double({ min: 1, max: 1e300, noNaN: true }),
        maxIntervalSec: fc.integer({ min: 0, max: LIMITS.durationSecMax * 2 }),
      }),
    });
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 1_000 }), (policy, retry) => {
        const wait = retryWaitSec(policy, retry);
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(LIMITS.durationSecMax);
        if (policy.intervalSec > 0) {
          expect(wait).toBeLessThanOrEqual(policy.backoff.maxIntervalSec);
        }
      }),
      { seed: 45 },
    );
  });
});
