import { describe, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import type { WorkerResult } from "../../../runtime/contract/messages/worker-result.ts";
import type { Ledger } from "../../../runtime/ledger/ledger.ts";
import { badPublish, badRenew, badSettle, weather } from "./faulty.ts";
import { badBegin, badFinish, badRecall } from "./faulty-ledger.ts";
import { LOOKS_FIRST, NATURAL, ONCE_ONLY } from "./traits.ts";
import { MINUTE, SECOND, workerWorld } from "./worker-world.ts";

const JOB = "step-1-attempt-1";
const ANSWERED = { ready: 0, locked: 0, dead: 0 };
const kinds = (results: readonly WorkerResult[]) => results.map(({ outcome }) => outcome.kind);
const errors = (results: readonly WorkerResult[]) =>
  results.map(({ outcome }) => (outcome.kind === "failed" ? outcome.error.type : outcome.kind));

describe("a job that outlives its lock", () => {
  test("X-58 (part): its lock is renewed for as long as it runs", async () => {
    const world = workerWorld();
    world.start("one");
    world.start("two");
    await world.give({ params: { delaySec: 3_600 } });
    await world.pass(60 * MINUTE);
    expect(kinds(await world.results())).toEqual(["succeeded"]);
    expect(world.effects).toEqual([JOB]);
    expect(world.faults).toEqual([]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("two renewals may fail before anything is lost", async () => {
    const world = workerWorld();
    const renewal = weather("before");
    world.start("one", { bus: badRenew(renewal) });
    await world.give({ params: { delaySec: 90 } });
    await world.pass(44 * SECOND);
    expect(renewal.calls).toBe(2);
    renewal.way = null;
    await world.pass(46 * SECOND);
    expect(kinds(await world.results())).toEqual(["succeeded"]);
    expect(world.faults.map(({ kind }) => kind)).toEqual(["renew-failed", "renew-failed"]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("X-58 (part), R08 (part): after a lost lock the ledger answers", async () => {
    const world = workerWorld();
    world.start("one", { bus: badRenew(weather("before")), concurrency: 1 });
    await world.give({ params: { delaySec: 90, data: { made: 1 } } });
    await world.pass(90 * SECOND);
    const [first, again, ...more] = await world.letters();
    expect(first?.body).toContain('{"made":1}');
    expect(again?.body).toBe(first?.body);
    expect(more).toEqual([]);
    expect(world.effects).toEqual([JOB]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("a lock known to be lost is not settled, and its result is sent all the same", async () => {
    const world = workerWorld();
    const settling = weather(null);
    const renewal = weather("before");
    const bus = (inner: Bus) => badSettle(settling)(badRenew(renewal)(inner));
    world.start("one", { bus, concurrency: 1 });
    await world.give({ params: { delaySec: 90 } });
    await world.pass(65 * SECOND);
    renewal.way = null;
    await world.pass(24 * SECOND);
    expect(world.faults.at(-1)).toMatchObject({ failure: { kind: "lock-lost" } });
    await world.pass(SECOND);
    expect(kinds(await world.results())).toEqual(["succeeded", "succeeded"]);
    expect(settling.calls).toBe(1);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("the same worker waits for its own run instead of starting a second", async () => {
    const world = workerWorld(NATURAL);
    world.start("one", { bus: badRenew(weather("before")) });
    await world.give({ params: { delaySec: 90 } });
    await world.pass(100 * SECOND);
    expect(world.effects).toEqual([JOB]);
    expect(kinds(await world.results())).toEqual(["succeeded"]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("R09 (part), X-77 (part): another worker calls a run it cannot see ambiguous", async () => {
    const world = workerWorld(ONCE_ONLY);
    world.start("one", { bus: badRenew(weather("before")), concurrency: 1 });
    await world.give({ params: { delaySec: 90 } });
    world.start("two");
    await world.pass(89 * SECOND);
    const early = await world.results();
    expect(errors(early)).toEqual(["ambiguous_end"]);
    expect(early[0]?.outcome).toMatchObject({ error: { isAmbiguous: true } });
    await world.pass(SECOND);
    expect(world.effects).toEqual([JOB]);
    const [late] = await world.letters();
    expect(late?.body).toContain('"status":"Success"');
  });
});

describe("two workers at one job", () => {
  test("the result that was kept first is the one that both send", async () => {
    const world = workerWorld(LOOKS_FIRST);
    world.start("one", { bus: badRenew(weather("before")), concurrency: 1 });
    await world.give({ params: { delaySec: 90 } });
    world.start("two");
    await world.pass(10 * MINUTE);
    expect(world.effects).toEqual([JOB, JOB]);
    const [first, second] = await world.letters();
    expect(first?.body).toContain('"timestamp":"2026-03-01T08:01:30.000Z"');
    expect(second?.body).toBe(first?.body);
  });
});

describe("a renewal that is slow", () => {
  test("a job that was answered meanwhile is no fault", async () => {
    const world = workerWorld();
    const gate = Promise.withResolvers<void>();
    const slow = (bus: Bus): Bus => ({
      ...bus,
      renew: async (locks) => {
        await gate.promise;
        return bus.renew(locks);
      },
    });
    world.start("one", { bus: slow });
    await world.give({ params: { delaySec: 20 } });
    await world.pass(20 * SECOND);
    gate.resolve();
    expect(kinds(await world.results())).toEqual(["succeeded"]);
    expect(world.faults).toEqual([]);
  });
});

describe("a worker that crashes", () => {
  test("R08 (part): after publishing and before settling, nothing is done twice", async () => {
    const world = workerWorld();
    world.start("one", { bus: badSettle(weather("dead")) });
    await world.give({ params: { data: { made: 1 } } });
    const first = await world.letters();
    world.broker.hostDied("one");
    world.start("two");
    const second = await world.letters();
    expect([first.length, second.length]).toEqual([1, 1]);
    expect(second[0]?.body).toBe(first[0]?.body);
    expect(world.effects).toEqual([JOB]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("R12 (part): a repeated answer is never taken for a duplicate by the bus", async () => {
    const world = workerWorld();
    world.start("one", { bus: badSettle(weather("dead")) });
    await world.give({});
    world.broker.hostDied("one");
    world.start("two");
    const ids = (await world.letters()).map(({ messageId }) => messageId);
    expect(ids).toEqual([`${JOB}-delivery-1-1`, `${JOB}-delivery-1-2`]);
  });

  test("R08 (part): after keeping and before publishing, the kept result is sent", async () => {
    const world = workerWorld();
    world.start("one", { bus: badPublish(weather("dead")) });
    await world.give({ params: { data: { made: 1 } } });
    expect(await world.results()).toEqual([]);
    world.broker.hostDied("one");
    world.start("two");
    const [result] = await world.results();
    expect(result?.outcome).toMatchObject({ kind: "succeeded", result: { made: 1 } });
    expect(world.effects).toEqual([JOB]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("R09 (part), X-77 (part): after the effect, unkept, it may not repeat", async () => {
    const world = workerWorld(ONCE_ONLY);
    world.start("one", { ledger: badFinish(weather("dead")) });
    await world.give({});
    world.broker.hostDied("one");
    world.start("two");
    expect(errors(await world.results())).toEqual(["ambiguous_end"]);
    expect(world.effects).toEqual([JOB]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("a function that looks before it acts is asked again", async () => {
    const world = workerWorld(LOOKS_FIRST);
    world.start("one", { ledger: badFinish(weather("dead")) });
    await world.give({});
    world.broker.hostDied("one");
    world.start("two");
    expect(kinds(await world.results())).toEqual(["succeeded"]);
    expect(world.effects).toEqual([JOB, JOB]);
  });

  test("R08 (part): one that looks first is written once, and asked for later", async () => {
    const world = workerWorld(LOOKS_FIRST);
    const [begun, asked, kept] = [weather(null), weather("before"), weather(null)];
    const ledger = (rows: Ledger) => badBegin(begun)(badRecall(asked)(badFinish(kept)(rows)));
    world.start("one", { bus: badSettle(weather("dead")), ledger });
    await world.give({ params: { data: { made: 1 } } });
    const first = await world.letters();
    expect([begun.calls, asked.calls, kept.calls]).toEqual([0, 0, 1]);
    world.broker.hostDied("one");
    world.start("two", { ledger });
    expect(await world.letters()).toEqual([]);
    expect(world.faults.map(({ kind }) => kind)).toEqual(["ledger-failed"]);
    asked.way = null;
    await world.pass(SECOND);
    const second = await world.letters();
    expect(second[0]?.body).toBe(first[0]?.body);
    expect(world.effects).toEqual([JOB]);
    expect([begun.calls, asked.calls, kept.calls]).toEqual([0, 2, 1]);
  });

  test("a write with a natural key, and a read, need no ledger and are run again", async () => {
    for (const traits of [NATURAL, { effect: "read", idempotency: "none" } as const]) {
      const world = workerWorld(traits);
      const kept = weather(null);
      world.start("one", { bus: badPublish(weather("dead")), ledger: badFinish(kept) });
      await world.give({});
      world.broker.hostDied("one");
      world.start("two");
      expect(kinds(await world.results())).toEqual(["succeeded"]);
      expect(world.effects).toEqual([JOB, JOB]);
      expect(kept.calls).toBe(0);
    }
  });
});

describe("duplicates of a job", () => {
  const twin = (name: string) => ({ over: { messageId: MessageId.parse(name) } });

  test("R07 (part): two messages of one job received together run it once", async () => {
    const world = workerWorld();
    await world.give(twin("a"), twin("b"));
    world.start("one");
    expect(kinds(await world.results())).toEqual(["succeeded"]);
    expect(world.effects).toEqual([JOB]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("R07 (part): a second message after the first was answered is answered alike", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give(twin("a"));
    await world.give(twin("b"));
    const [first, second, ...more] = await world.letters();
    expect(second?.body).toBe(first?.body);
    expect(more).toEqual([]);
    expect(world.effects).toEqual([JOB]);
  });

  test("a twin that waits for a long run keeps its lock, and is settled with it", async () => {
    const world = workerWorld();
    world.start("one");
    const params = { delaySec: 300 };
    await world.give({ ...twin("a"), params }, { ...twin("b"), params });
    await world.pass(299 * SECOND);
    expect(world.left()).toEqual({ ready: 0, locked: 2, dead: 0 });
    await world.pass(SECOND);
    expect(kinds(await world.results())).toEqual(["succeeded"]);
    expect(world.left()).toEqual(ANSWERED);
    expect(world.effects).toEqual([JOB]);
  });

  test("a twin that cannot be settled comes again, and is answered from the ledger", async () => {
    const world = workerWorld();
    const settling = weather("before");
    world.start("one", { bus: badSettle(settling) });
    await world.give(twin("a"), twin("b"));
    expect(world.faults.map(({ kind }) => kind)).toEqual(["settle-failed", "settle-failed"]);
    settling.way = null;
    await world.pass(MINUTE);
    expect(kinds(await world.results())).toEqual(["succeeded", "succeeded"]);
    expect(world.effects).toEqual([JOB]);
    expect(world.left()).toEqual(ANSWERED);
  });

  test("attempts of one step are different jobs", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ id: JOB, params: { failTimes: 1 } });
    await world.give({ id: "step-1-retry-1", params: { failTimes: 1 } });
    expect(kinds(await world.results())).toEqual(["failed", "succeeded"]);
  });
});
