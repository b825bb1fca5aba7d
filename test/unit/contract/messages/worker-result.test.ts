import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { workerResult } from "../../../../runtime/contract/messages/worker-result.ts";
import { sample, sampleText } from "./samples.ts";

const NAME = "automation.worker-result";
const read = (change: Record<string, unknown>) =>
  workerResult.read(JSON.stringify({ ...sample(NAME), ...change }));
const outcome = (change: Record<string, unknown>) => {
  const result = read(change);
  return result.ok ? result.value.outcome : result.error;
};
const correlation = sample(NAME)["CorrelationData"] as Record<string, unknown>;

describe("worker results", () => {
  test("M-046: a result is read with the triple it answers", () => {
    expect(workerResult.read(sampleText(NAME))).toEqual({
      ok: true,
      value: {
        jobId: "step-123-attempt-1",
        kind: "step",
        attempt: 1,
        poll: 0,
        outcome: {
          kind: "succeeded",
          resultType: "Object",
          result: { complete: true, data: { UserId: "abc-123" } },
        },
        durationMs: 1234,
        timestamp: "2025-03-15T10:30:00.000Z",
        correlationData: {
          stepExecutionId: 123,
          isInitStep: false,
          runbookName: "contoso-mailbox-migration",
          runbookVersion: 1,
          batchId: null,
        },
      },
    });
  });

  test.each(["Success", "success", "SUCCESS"])("M-047, X-14: %s is success", (Status) => {
    expect(outcome({ Status })).toMatchObject({ kind: "succeeded" });
  });

  test.each(["Failure", "failure", "FAILED", "Error"])("M-047, X-14: %s is failure", (Status) => {
    expect(outcome({ Status })).toMatchObject({ kind: "failed" });
  });

  test("M-046: the error of a failure is read with its defaults", () => {
    expect(outcome({ Status: "Failure", ...sample("automation.worker-error") })).toEqual({
      kind: "failed",
      error: {
        message: "User not found",
        type: "Microsoft.Graph.ServiceException",
        isThrottled: false,
        attempts: 1,
        retryAfterSec: null,
        isAmbiguous: false,
      },
    });
    expect(outcome({ Status: "Failure", Error: null })).toMatchObject({
      error: { message: "The worker reported a failure and gave no reason.", isThrottled: false },
    });
  });

  test("M-119 (part), X-77 (part): throttling and an uncertain end are told by the error", () => {
    const said = { Message: "429", IsThrottled: true, RetryAfterSec: 30, IsAmbiguous: true };
    expect(outcome({ Status: "Failure", Error: said })).toMatchObject({
      error: { isThrottled: true, retryAfterSec: 30, isAmbiguous: true },
    });
  });

  test.each([
    [{ Status: "Polling", Result: null }, { complete: false }],
    [
      { Status: "polling", Result: { pct: 5 } },
      { pct: 5, complete: false },
    ],
    [{ Status: "Polling", Result: { Complete: true } }, { complete: false }],
    [
      { Status: "Polling", Result: "5 %" },
      { complete: false, data: "5 %" },
    ],
    [
      { Status: "Success", Result: { complete: false, n: 1 } },
      { complete: false, n: 1 },
    ],
    [{ Status: "Success", Result: { Complete: false } }, { complete: false }],
  ])("X-14, M-072 (part): %j is the one outcome 'not done yet'", (change, result) => {
    expect(outcome(change)).toEqual({ kind: "polling", result });
  });

  test.each([false, null, "complete", { complete: "false" }, [{ complete: false }]])(
    "X-14: a success with the result %j is done",
    (Result) => {
      expect(outcome({ Result })).toEqual({
        kind: "succeeded",
        resultType: "Object",
        result: Result,
      });
    },
  );

  test("a success that states no result has the result null", () => {
    const { Result: _, ...body } = sample(NAME);
    expect(workerResult.read(JSON.stringify(body))).toMatchObject({
      value: { outcome: { result: null } },
    });
  });

  test.each([
    { CorrelationData: undefined },
    { CorrelationData: null },
    { CorrelationData: "step 123" },
    { CorrelationData: {} },
    { CorrelationData: { ...correlation, StepExecutionId: 0 } },
    { CorrelationData: { ...correlation, StepExecutionId: 124 } },
    { CorrelationData: { ...correlation, IsInitStep: null } },
    { JobId: undefined },
    { JobId: "random" },
    { attempt: 2 },
    { poll: 1 },
  ])("M-048 (part), R10 (part): with %j a result cannot be matched to a step", (change) => {
    expect(read(change)).toMatchObject({ ok: false, error: { kind: "no-correlation" } });
  });

  test.each([
    { Status: "Done" },
    { Status: 1 },
    { DurationMs: -1 },
    { Timestamp: "yesterday" },
    { Error: { Type: "no message" } },
    { Status: "Failure", Error: { Message: "429", RetryAfterSec: -1 } },
    { Status: "Failure", Error: { Message: "429", RetryAfterSec: "30" } },
  ])("a result with %j is invalid, which is another matter", (change) => {
    expect(read(change)).toMatchObject({ ok: false, error: { kind: "invalid" } });
  });

  test.each([
    ["{", { kind: "not-json" }],
    ["[]", { kind: "not-an-object" }],
    ['{"Error":{"message":"a","Message":"b"}}', { kind: "ambiguous-field", field: "message" }],
  ])("the body %s is no result at all", (body, error) => {
    expect(workerResult.read(body)).toEqual({ ok: false, error });
  });

  test("M-048 (part): a result that is both malformed and unmatched counts as unmatched", () => {
    const error = { kind: "no-correlation" };
    expect(read({ Status: "Done", CorrelationData: null })).toMatchObject({ ok: false, error });
  });

  test("X-14: results are written as Success or Failure and read back unchanged", () => {
    const changes: readonly Record<string, unknown>[] = [
      {},
      { Status: "Polling", Result: null },
      { Status: "failed", Error: { Message: "no", Attempts: 3 } },
      { JobId: "step-123-retry-2-poll-9", DurationMs: null, Timestamp: null, ResultType: null },
      { CorrelationData: { ...correlation, BatchId: 42 } },
    ];
    for (const change of changes) {
      const result = read(change);
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      for (const wire of ["camel", "pascal"] as const) {
        const text = workerResult.write(result.value, wire);
        if (!text.ok) throw new Error("must fit");
        expect(text.value).toMatch(/"[Ss]tatus":"(?:Success|Failure)"/);
        expect(workerResult.read(text.value)).toEqual(result);
      }
    }
  });

  test("X-12: any result value survives writing and reading", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (Result) => {
        const result = read({ Result });
        if (!result.ok) return;
        const text = workerResult.write(result.value);
        expect(text.ok && workerResult.read(text.value)).toEqual(result);
      }),
      { seed: 13 },
    );
  });

  test("X-12: both casings have the same fields in the same order, whatever the outcome", () => {
    const camel = (value: object): object =>
      Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key[0]?.toLowerCase() + key.slice(1), item]),
      );
    const values = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom({ toJSON: () => 1 }));
    fc.assert(
      fc.property(values, fc.constantFrom(null, "Object", '"'), (Result, ResultType) => {
        const known = read({ CorrelationData: { ...correlation, BatchId: 7 } });
        if (!known.ok) throw new Error("must be readable");
        const said = { kind: "succeeded", result: Result, resultType: ResultType } as const;
        const message = { ...known.value, outcome: said };
        const [text, other] = [workerResult.write(message), workerResult.write(message, "pascal")];
        if (!text.ok || !other.ok) throw new Error("must fit");
        const long = camel(JSON.parse(other.value)) as { correlationData: object };
        const expected = { ...long, correlationData: camel(long.correlationData) };
        expect(text.value).toBe(JSON.stringify(expected));
      }),
      { seed: 14 },
    );
  });

  test("R31 (part): a result too large for the broker is a failure that can be answered", () => {
    const result = read({ Result: "x".repeat(200_000) });
    if (!result.ok) throw new Error("must be readable");
    const large = { ...result.value.outcome, kind: "succeeded", resultType: null } as const;
    const outcome = { ...large, result: "x".repeat(300_000) };
    expect(workerResult.write({ ...result.value, outcome })).toMatchObject({
      ok: false,
      error: { kind: "too-large" },
    });
  });
});
