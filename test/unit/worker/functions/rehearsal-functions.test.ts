import { describe, expect, test } from "@jest/globals";
import { BatchId, StepExecutionId } from "../../../../runtime/contract/ids.ts";
import { formatJobId } from "../../../../runtime/contract/job-id.ts";
import { manualClock } from "../../../../runtime/time/manual/manual-clock.ts";
import type { WorkerFunction } from "../../../../runtime/worker/function.ts";
import { noOp } from "../../../../runtime/worker/functions/no-op.ts";
import { scripted } from "../../../../runtime/worker/functions/scripted.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { LOOKS_FIRST, NATURAL } from "../traits.ts";
import { turn } from "../worker-world.ts";

const call = (
  theFunction: WorkerFunction,
  params: Readonly<Record<string, unknown>>,
  { attempt = 1, poll = 0 } = {},
) => {
  const stepExecutionId = StepExecutionId.parse(1);
  const jobId = formatJobId({ kind: "step", stepExecutionId, attempt, poll });
  const { signal } = new AbortController();
  const context = { jobId, batchId: BatchId.parse(1), attempt, poll, signal };
  return answerOf(theFunction.prepare(params))(context);
};

function script() {
  const effects: string[] = [];
  const clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
  const perform = (jobId: string): void => void effects.push(jobId);
  return { clock, effects, function: scripted({ ...NATURAL, clock, perform }) };
}

const done = (value: unknown) => ({ ok: true, value: { kind: "done", value } });

describe("the function that does nothing", () => {
  test("it succeeds, whatever it is given", async () => {
    expect(await call(noOp(), { any: [1, { thing: null }] })).toEqual(done(true));
  });

  test("it is a read, unless it is declared otherwise", () => {
    expect(noOp().manifest).toMatchObject({ effect: "read", idempotency: "natural-key" });
    expect(noOp(LOOKS_FIRST).manifest).toMatchObject(LOOKS_FIRST);
  });
});

describe("the function that follows a script", () => {
  test("without a script it succeeds with nothing", async () => {
    const { function: theFunction, effects } = script();
    expect(await call(theFunction, {})).toEqual(done({}));
    expect(effects).toEqual(["step-1-attempt-1"]);
  });

  test("attempts are throttled, then fail, then succeed with an effect", async () => {
    const { function: theFunction, effects } = script();
    const params = { throttleTimes: 1, retryAfterSec: 5, failTimes: 2, data: { a: 1 } };
    const ends = [];
    for (const attempt of [1, 2, 3, 4]) ends.push(await call(theFunction, params, { attempt }));
    expect(ends).toMatchObject([
      { ok: false, error: { kind: "throttled", retryAfterSec: 5 } },
      { ok: false, error: { kind: "failed", code: "scripted_failure" } },
      { ok: false, error: { kind: "failed" } },
      done({ a: 1 }),
    ]);
    expect(effects).toEqual(["step-1-retry-3"]);
  });

  test("it is not done for as many answers as asked, with one effect at the first", async () => {
    const { function: theFunction, effects } = script();
    const ends = [];
    for (const poll of [0, 1, 2]) ends.push(await call(theFunction, { polls: 2 }, { poll }));
    expect(ends).toEqual([
      { ok: true, value: { kind: "incomplete", progress: { poll: 0 } } },
      { ok: true, value: { kind: "incomplete", progress: { poll: 1 } } },
      done({}),
    ]);
    expect(effects).toEqual(["step-1-attempt-1"]);
  });

  test("it answers late by as much as asked", async () => {
    const { function: theFunction, clock } = script();
    let isDone = false;
    const late = call(theFunction, { delaySec: 60 }).then(() => {
      isDone = true;
    });
    clock.advance(59_999);
    await turn();
    expect(isDone).toBe(false);
    clock.advance(1);
    await late;
  });

  test("it stays silent, throws or is in doubt after its effect", async () => {
    const { function: theFunction, effects } = script();
    let isDone = false;
    void call(theFunction, { end: "never" }).then(() => {
      isDone = true;
    });
    await turn();
    expect(isDone).toBe(false);
    await expect(call(theFunction, { end: "throw" })).rejects.toThrow("thrown as told");
    const doubt = { ok: false, error: { kind: "ambiguous", code: "scripted_doubt" } };
    expect(await call(theFunction, { end: "ambiguous" })).toMatchObject(doubt);
    expect(effects).toHaveLength(3);
  });

  test("a script it does not understand is refused", () => {
    const { function: theFunction } = script();
    for (const params of [{ end: "explode" }, { polls: -1 }, { unheard: 1 }]) {
      expect(theFunction.prepare(params).ok).toBe(false);
    }
  });
});
