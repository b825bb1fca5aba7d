import { describe, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { ok } from "../../../runtime/contract/result.ts";
import type { FunctionContext, FunctionResult } from "../../../runtime/worker/function.ts";
import { noOp } from "../../../runtime/worker/functions/no-op.ts";
import { badPublish, badSettle, weather } from "./faulty.ts";
import { badBegin } from "./faulty-ledger.ts";
import { LOOKS_FIRST } from "./traits.ts";
import { MINUTE, SECOND, turn, workerWorld } from "./worker-world.ts";

const FREE = { givenBack: 0, stillRunning: 0 };

describe("a worker that is told to stop", () => {
  test("an idle one ends at once, and leaves no timer behind", async () => {
    const world = workerWorld();
    const worker = world.start("one");
    await turn();
    expect(await worker.stop(MINUTE)).toEqual(FREE);
    await worker.ended;
    expect(world.clock.next()).toBeNull();
  });

  test("M-120 (part), X-75 (part): running jobs finish, and no new ones are taken", async () => {
    const world = workerWorld();
    const worker = world.start("one", { concurrency: 2 });
    await world.give(
      { id: "step-1-attempt-1", params: { delaySec: 100 } },
      { id: "step-2-attempt-1", params: { delaySec: 200 } },
      { id: "step-3-attempt-1" },
    );
    const stopped = worker.stop(9 * MINUTE);
    await world.give({ id: "step-4-attempt-1" });
    await world.pass(200 * SECOND);
    expect(await stopped).toEqual(FREE);
    const results = await world.results();
    expect(results.map(({ jobId }) => jobId)).toEqual(["step-1-attempt-1", "step-2-attempt-1"]);
    expect(world.left()).toEqual({ ready: 2, locked: 0, dead: 0 });
    expect(await world.untouched()).toBe(2);
    expect(world.clock.next()).toBeNull();
  });

  test("it waits for the last of them", async () => {
    const world = workerWorld();
    const worker = world.start("one");
    const jobs = [10, 20, 30].map((delaySec) => ({
      id: `step-${delaySec}-attempt-1`,
      params: { delaySec },
    }));
    await world.give(...jobs);
    const stopped = worker.stop(MINUTE);
    await world.pass(30 * SECOND);
    expect(await stopped).toEqual(FREE);
    expect(await world.results()).toHaveLength(3);
  });

  test("a job that runs beyond the limit is left, and comes back when its lock ends", async () => {
    const world = workerWorld(LOOKS_FIRST);
    const worker = world.start("one");
    await world.give({ params: { end: "never" } });
    await world.pass(MINUTE);
    const stopped = worker.stop(30 * SECOND);
    await world.pass(30 * SECOND);
    expect(await stopped).toEqual({ givenBack: 0, stillRunning: 1 });
    expect(world.left()).toEqual({ ready: 0, locked: 1, dead: 0 });
    await world.pass(MINUTE);
    expect(world.left()).toEqual({ ready: 1, locked: 0, dead: 0 });
  });

  test("a function learns that the worker cannot wait any longer", async () => {
    const world = workerWorld();
    const signals: AbortSignal[] = [];
    const { manifest, capability } = noOp();
    const waiting = {
      manifest,
      capability,
      prepare: () =>
        ok((context: FunctionContext) => {
          signals.push(context.signal);
          return new Promise<FunctionResult>(() => {});
        }),
    };
    const worker = world.start("one", { functions: [waiting] });
    await world.give({ name: "Invoke-NoOp" });
    const stopped = worker.stop(10 * SECOND);
    await world.pass(9 * SECOND);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await world.pass(SECOND);
    await stopped;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("the late end of a function that was left changes nothing", async () => {
    const world = workerWorld();
    const worker = world.start("one");
    await world.give({ params: { delaySec: 100 } });
    const stopped = worker.stop(10 * SECOND);
    await world.pass(10 * SECOND);
    expect(await stopped).toEqual({ givenBack: 0, stillRunning: 1 });
    await world.pass(200 * SECOND);
    expect(await world.results()).toEqual([]);
    expect(world.left()).toEqual({ ready: 1, locked: 0, dead: 0 });
  });

  test("the twin of a job that is left running is left with it, and counts as one", async () => {
    const world = workerWorld();
    const worker = world.start("one");
    const params = { end: "never" };
    const over = { messageId: MessageId.parse("twin") };
    await world.give({ params }, { params, over });
    const stopped = worker.stop(0);
    await world.pass(0);
    expect(await stopped).toEqual({ givenBack: 0, stillRunning: 1 });
    expect(world.left()).toEqual({ ready: 0, locked: 2, dead: 0 });
  });

  test("jobs that were not begun are given back at the limit", async () => {
    const world = workerWorld();
    const worker = world.start("one", { ledger: badBegin(weather("before")) });
    await world.give({ id: "step-1-attempt-1" }, { id: "step-2-attempt-1" });
    const stopped = worker.stop(5 * SECOND);
    await world.pass(5 * SECOND);
    expect(await stopped).toEqual({ givenBack: 2, stillRunning: 0 });
    expect(world.left()).toEqual({ ready: 2, locked: 0, dead: 0 });
    await world.pass(10 * MINUTE);
    expect(world.effects).toEqual([]);
  });

  test("a result that could not be sent is given back, and the next worker has it", async () => {
    const world = workerWorld();
    const worker = world.start("one", { bus: badPublish(weather("before")) });
    const params = { data: { made: 1 } };
    await world.give({ params }, { params, over: { messageId: MessageId.parse("twin") } });
    const stopped = worker.stop(5 * SECOND);
    await world.pass(5 * SECOND);
    expect(await stopped).toEqual({ givenBack: 2, stillRunning: 0 });
    expect(world.faults.filter(({ kind }) => kind === "settle-failed")).toEqual([]);
    world.start("two");
    const [result] = await world.results();
    expect(result?.outcome).toMatchObject({ kind: "succeeded", result: { made: 1 } });
    expect(world.effects).toEqual(["step-1-attempt-1"]);
  });

  test("messages that arrive with the stop are given back unread", async () => {
    const world = workerWorld();
    await world.give({});
    const gate = Promise.withResolvers<void>();
    const slow = (bus: Bus): Bus => ({
      ...bus,
      receive: async (source, request) => {
        const received = await bus.receive(source, request);
        await gate.promise;
        return received;
      },
    });
    const worker = world.start("one", { bus: slow });
    await turn();
    expect(world.left()).toEqual({ ready: 0, locked: 1, dead: 0 });
    const stopped = worker.stop(MINUTE);
    gate.resolve();
    expect(await stopped).toEqual(FREE);
    expect(world.left()).toEqual({ ready: 1, locked: 0, dead: 0 });
    expect(world.effects).toEqual([]);
  });

  test("what cannot be given back is told, and comes back when its lock ends", async () => {
    const world = workerWorld();
    const bus = (inner: Bus) => badSettle(weather("before"))(badPublish(weather("before"))(inner));
    const worker = world.start("one", { bus });
    await world.give({});
    const stopped = worker.stop(0);
    await world.pass(0);
    expect(await stopped).toEqual(FREE);
    expect(world.faults.at(-1)?.kind).toBe("settle-failed");
    await world.pass(MINUTE);
    expect(world.left()).toEqual({ ready: 1, locked: 0, dead: 0 });
  });
});
