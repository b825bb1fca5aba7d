/** A function that does not answer within the time that one call may take. */
import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import { sleep } from "../../../runtime/time/clock.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import type {
  FunctionContext,
  FunctionResult,
  WorkerFunction,
} from "../../../runtime/worker/function.ts";
import { acting } from "./acting.ts";
import { LOOKS_FIRST, ONCE_ONLY, type Traits } from "./traits.ts";
import { MINUTE, SECOND, workerWorld } from "./worker-world.ts";

const JOB = "step-1-attempt-1";
const LIMIT = LIMITS.callSecDefault * SECOND;
const ANSWERED = { ready: 0, locked: 0, dead: 0 };
const DONE: FunctionResult = ok({ kind: "done", value: { made: 1 } });

type World = ReturnType<typeof workerWorld>;

async function overrun(traits: Traits, end: (world: World) => Promise<FunctionResult>) {
  const world = workerWorld(traits);
  const functions = [acting(() => end(world), traits)];
  world.start("one", { functions });
  await world.give({ name: "Set-Thing" });
  await world.pass(LIMIT);
  return { world, functions, outcomes: (await world.results()).map(({ outcome }) => outcome) };
}

const given = (theFunction: WorkerFunction, callSec: number): WorkerFunction => ({
  ...theFunction,
  manifest: { ...theFunction.manifest, callSec },
});

const never = () => new Promise<FunctionResult>(() => {});

describe("a function that does not answer", () => {
  test("takes its slot for as long as one call may take, and then others have it", async () => {
    const world = workerWorld(LOOKS_FIRST);
    const third = "step-3-attempt-1";
    const run = async (_params: unknown, { jobId }: FunctionContext) =>
      jobId === third ? DONE : never();
    world.start("one", { concurrency: 2, functions: [acting(run, LOOKS_FIRST)] });
    const ids = [JOB, "step-2-attempt-1", third];
    await world.give(...ids.map((id) => ({ id, name: "Set-Thing" })));
    await world.pass(LIMIT - SECOND);
    expect(await world.untouched()).toBe(1);
    await world.pass(SECOND);
    const results = await world.results();
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(["failed", "failed", "succeeded"]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("fails its step with what to do about it, and whoever watches is told", async () => {
    const { world, outcomes } = await overrun(LOOKS_FIRST, never);
    const message = expect.stringContaining("Set-Thing did not answer within 3600 seconds");
    const error = { type: "function_overran", isAmbiguous: false, message };
    expect(outcomes).toMatchObject([{ kind: "failed", error }]);
    const [fault] = world.faults;
    const told = { kind: "function-overran", functionName: "Set-Thing", callSec: 3_600 };
    expect(fault).toEqual({ ...told, jobId: JOB });
  });

  test("X-77 (part): and must not repeat has an ambiguous end, whenever asked", async () => {
    const { world, outcomes } = await overrun(ONCE_ONLY, never);
    const ambiguous = [{ error: { type: "function_overran", isAmbiguous: true } }];
    expect(outcomes).toMatchObject(ambiguous);
    await world.give({ name: "Set-Thing" });
    expect((await world.results()).map(({ outcome }) => outcome)).toMatchObject(ambiguous);
  });

  test.each([
    ["answers", () => DONE],
    [
      "throws",
      (): never => {
        throw new Error("too late");
      },
    ],
  ])("changes nothing when it %s later", async (_how, end) => {
    const { world } = await overrun(LOOKS_FIRST, async ({ clock }) => {
      await sleep(clock, LIMIT + MINUTE);
      return end();
    });
    const told = world.faults.length;
    await world.pass(2 * MINUTE);
    expect(await world.results()).toEqual([]);
    expect(world.faults).toHaveLength(told);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("learns by its signal that nobody waits any more", async () => {
    const world = workerWorld();
    const seen: boolean[] = [];
    const watching = acting((_params, { signal }) => {
      signal.addEventListener("abort", () => seen.push(signal.aborted));
      return never();
    });
    world.start("one", { functions: [given(watching, 10)] });
    await world.give({ name: "Set-Thing" });
    await world.pass(9 * SECOND);
    expect(seen).toEqual([]);
    await world.pass(SECOND);
    expect(seen).toEqual([true]);
  });

  test("may say how long it takes", async () => {
    const world = workerWorld(LOOKS_FIRST);
    const slow = acting(async () => {
      await sleep(world.clock, 2 * LIMIT);
      return DONE;
    }, LOOKS_FIRST);
    world.start("one", { functions: [given(slow, 3 * LIMITS.callSecDefault)] });
    await world.give({ name: "Set-Thing" });
    await world.pass(2 * LIMIT);
    expect((await world.results()).map(({ outcome }) => outcome.kind)).toEqual(["succeeded"]);
  });

  test("is given up by real time, where the worker's time hurries", async () => {
    const world = workerWorld(LOOKS_FIRST);
    const real = manualClock(new Date("2026-03-01T08:00:00.000Z"));
    world.start("one", { functions: [acting(never, LOOKS_FIRST)], real });
    await world.give({ name: "Set-Thing" });
    await world.pass(2 * LIMIT);
    expect(await world.results()).toEqual([]);
    real.advance(LIMIT);
    expect((await world.results()).map(({ outcome }) => outcome.kind)).toEqual(["failed"]);
  });
});

test("a call that ends in time leaves no alarm behind, whatever its end", async () => {
  const world = workerWorld(LOOKS_FIRST);
  const failing = acting(async () => fail({ kind: "failed", code: "no", message: "No." }));
  const worker = world.start("one", { functions: [failing] });
  await world.give({ name: "Set-Thing" });
  expect(await world.results()).toHaveLength(1);
  await worker.stop(MINUTE);
  expect(world.clock.next()).toBeNull();
});
