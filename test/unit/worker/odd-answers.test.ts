import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { fail, ok } from "../../../runtime/contract/result.ts";
import type { FunctionResult } from "../../../runtime/worker/function.ts";
import { acting, outcomeOf } from "./acting.ts";
import { NATURAL, ONCE_ONLY } from "./traits.ts";

describe("functions that answer what is no outcome", () => {
  const throttled = { kind: "throttled", message: "m", retryAfterSec: 1, attempts: 1 };
  test.each([
    ["nothing", undefined, "it is no object"],
    ["a list", [], "it is no object"],
    ["no ok", { value: {} }, "`ok` is no boolean"],
    ["no value", { ok: true }, "`value` is no object"],
    ["a strange kind", ok({ kind: "weird", value: {} }), "`value.kind` is neither"],
    ["no progress", ok({ kind: "incomplete" }), "`value.progress` is no object"],
    ["no error", { ok: false }, "`error` is no object"],
    ["a strange failure", fail({ kind: "odd", message: "m" }), "`error.kind` is none of"],
    ["no message", fail({ kind: "failed", code: "c" }), "`error.message` is no text"],
    ["no code", fail({ kind: "failed", message: "m" }), "`error.code` is no text"],
    ["a wait below 0", fail({ ...throttled, retryAfterSec: -5 }), "`error.retryAfterSec` is no"],
    ["a wait without end", fail({ ...throttled, retryAfterSec: Infinity }), "retryAfterSec"],
    ["calls below 0", fail({ ...throttled, attempts: -1 }), "`error.attempts` is no whole"],
    ["half a call", fail({ ...throttled, attempts: 0.5 }), "`error.attempts` is no whole"],
  ])("an answer with %s is a failed step that says so", async (_, answer, why) => {
    const run = async () => answer as FunctionResult;
    for (const [traits, isAmbiguous] of [
      [ONCE_ONLY, true],
      [NATURAL, false],
    ] as const) {
      const { outcome } = await outcomeOf(acting(run, traits));
      const shown = expect.stringMatching(`something that is no outcome: .*${why}`);
      const error = { type: "invalid_result", message: shown, isAmbiguous, isThrottled: false };
      expect(outcome).toMatchObject({ kind: "failed", error });
    }
  });

  test("X-77 (part): a failure that says ambiguous is so, whatever else it lacks", async () => {
    const run = async () => fail({ kind: "ambiguous" }) as FunctionResult;
    const { outcome } = await outcomeOf(acting(run, NATURAL));
    expect(outcome).toMatchObject({ error: { type: "invalid_result", isAmbiguous: true } });
  });

  test("whatever a function answers, its result is one that its reader takes", async () => {
    const odd = fc.oneof(fc.anything({ withBigInt: true, withDate: true }), fc.double());
    const text = fc.oneof(fc.string({ unit: "binary" }), odd);
    const value = fc.record(
      { kind: fc.oneof(fc.constantFrom("done", "incomplete"), odd), value: odd, progress: odd },
      { requiredKeys: [] },
    );
    const kinds = fc.constantFrom("throttled", "failed", "ambiguous");
    const numbers = fc.oneof(fc.integer(), fc.double(), odd);
    const error = fc.record(
      { kind: kinds, message: text, code: text, retryAfterSec: numbers, attempts: numbers },
      { requiredKeys: ["kind"] },
    );
    const answer = fc.oneof(
      odd,
      fc.record({ ok: fc.constant(true), value: fc.oneof(value, odd) }),
      fc.record({ ok: fc.constant(false), error: fc.oneof(error, odd) }),
    );
    await fc.assert(
      fc.asyncProperty(answer, async (each) => {
        const { outcome } = await outcomeOf(acting(async () => each as FunctionResult, NATURAL));
        expect(outcome).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });
});
