import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import {
  afterFailure,
  attemptDeadline,
  operatorRetry,
  type StepFailure,
} from "../../../runtime/domain/retry.ts";
import { NO_RETRY } from "../../../runtime/domain/retry-policy.ts";
import type { RetryPolicy } from "../../../runtime/domain/runbook.ts";

const FIXED: RetryPolicy = { maxRetries: 2, intervalSec: 60, backoff: null };
const NOW = new Date("2026-06-01T12:00:00.250Z");
const step = (retryCount: number, retry = FIXED) =>
  ({ attempt: retryCount + 1, retryCount, retry, idempotency: "natural-key" }) as const;
const ERROR: StepFailure = { kind: "worker-error" };

describe("after a failure", () => {
  test(
    "M-075 (part), I12 (part): " +
      "a retry is left, so the next attempt waits its time, up to the second",
    () => {
      expect(afterFailure(step(0), ERROR, NOW)).toEqual({
        kind: "retry",
        attempt: 2,
        retryCount: 1,
        retryAfter: new Date("2026-06-01T12:01:01Z"),
      });
    },
  );

  test("M-075 (part): the last retry is used, the one after is not", () => {
    expect(afterFailure(step(1), ERROR, NOW).kind).toBe("retry");
    expect(afterFailure(step(2), ERROR, NOW)).toEqual({ kind: "give-up", why: "exhausted" });
  });

  test("M-028: max_retries 0 never retries", () => {
    expect(afterFailure(step(0, NO_RETRY), ERROR, NOW)).toEqual({
      kind: "give-up",
      why: "exhausted",
    });
  });

  test.each(["poll-timeout", "cannot-dispatch"] as const)(
    "M-073 (part), X-22 (part): %s is never retried, whatever is configured",
    (kind) => {
      expect(afterFailure(step(0), { kind }, NOW)).toEqual({ kind: "give-up", why: kind });
    },
  );

  test("X-77 (part), R09 (part): an end nobody saw stops what must not run twice", () => {
    const once = { ...step(0), idempotency: "none" } as const;
    expect(afterFailure(once, { kind: "ambiguous-end" }, NOW)).toEqual({
      kind: "needs-attention",
      why: "ambiguous-end",
    });
    expect(afterFailure(once, ERROR, NOW).kind).toBe("retry");
  });

  test.each(["natural-key", "check-then-act"] as const)(
    "X-52 (part), X-77 (part): an end nobody saw is retried when a repeat is harmless by %s",
    (idempotency) => {
      const failure = { kind: "ambiguous-end" } as const;
      expect(afterFailure({ ...step(0), idempotency }, failure, NOW).kind).toBe("retry");
    },
  );

  test.each([
    [5, "12:01:01"],
    [90, "12:01:31"],
  ])(
    "M-119 (part): throttled for %i seconds, it comes back no sooner than at %s",
    (wait, clock) => {
      const failure = { kind: "throttled", retryAfterSec: wait } as const;
      expect(afterFailure(step(0), failure, NOW)).toMatchObject({
        retryAfter: new Date(`2026-06-01T${clock}Z`),
      });
    },
  );

  test("R45: a service cannot send a step away for longer than a year", () => {
    const failure = { kind: "throttled", retryAfterSec: 1e12 } as const;
    expect(afterFailure(step(0), failure, new Date("2026-06-01T12:00Z"))).toMatchObject({
      retryAfter: new Date("2027-06-02T12:00Z"),
    });
  });

  test(
    "X-77 (part), I12 (part): " +
      "an operator's retry has the whole budget again and a new attempt number",
    () => {
      expect(operatorRetry({ attempt: 6, retryCount: 5 })).toEqual({ attempt: 7, retryCount: 0 });
    },
  );

  test("I12 (part): however it fails, a step is retried no more often than its policy says", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LIMITS.retriesMax }), (maxRetries) => {
        let counts = { attempt: 1, retryCount: 0 };
        for (;;) {
          const current = { ...step(0, { ...FIXED, maxRetries }), ...counts };
          const next = afterFailure(current, ERROR, NOW);
          if (next.kind !== "retry") break;
          expect(next.attempt).toBe(counts.attempt + 1);
          counts = { attempt: next.attempt, retryCount: next.retryCount };
        }
        expect(counts.attempt).toBe(maxRetries + 1);
      }),
      { seed: 12, numRuns: 30 },
    );
  });
});

describe("an attempt without answer", () => {
  test("X-52 (part), R19 (part): is lost after its timeout, at the next full minute", () => {
    expect(attemptDeadline(NOW, 90)).toEqual(new Date("2026-06-01T12:02:00Z"));
    expect(attemptDeadline(new Date("2026-06-01T12:00Z"), 120)).toEqual(
      new Date("2026-06-01T12:02:00Z"),
    );
  });
});
