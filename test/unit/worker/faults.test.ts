import { describe, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { fail } from "../../../runtime/contract/result.ts";
import { badPublish, type Way, weather } from "./faulty.ts";
import { badBegin, badFinish } from "./faulty-ledger.ts";
import { ONCE_ONLY } from "./traits.ts";
import { MINUTE, SECOND, turn, workerWorld } from "./worker-world.ts";

const ANSWERED = { ready: 0, locked: 0, dead: 0 };
const LOST_OR_DONE: readonly Way[] = ["before", "after"];

describe("I21 (part): faults of the infrastructure cost time and no job", () => {
  test.each(LOST_OR_DONE)(
    "a ledger that fails to begin (%s it was done) is tried again",
    async (way) => {
      const world = workerWorld(ONCE_ONLY);
      const beginning = weather(way);
      world.start("one", { ledger: badBegin(beginning) });
      await world.give({});
      await world.pass(20 * MINUTE);
      expect(world.effects).toEqual([]);
      expect(world.left()).toEqual({ ready: 0, locked: 1, dead: 0 });
      beginning.way = null;
      await world.pass(MINUTE);
      const [result] = await world.results();
      expect(result?.outcome.kind).toBe("succeeded");
      expect(world.effects).toEqual(["step-1-attempt-1"]);
      expect(world.left()).toEqual(ANSWERED);
      expect(new Set(world.faults.map(({ kind }) => kind))).toEqual(new Set(["ledger-failed"]));
    },
  );

  test.each(LOST_OR_DONE)(
    "a ledger that fails to finish (%s it was done) is tried again",
    async (way) => {
      const world = workerWorld(ONCE_ONLY);
      const finishing = weather(way);
      world.start("one", { ledger: badFinish(finishing) });
      await world.give({});
      await world.pass(20 * MINUTE);
      expect(await world.results()).toEqual([]);
      finishing.way = null;
      await world.pass(MINUTE);
      expect(await world.results()).toHaveLength(1);
      expect(world.effects).toHaveLength(1);
      expect(world.left()).toEqual(ANSWERED);
    },
  );

  test.each(LOST_OR_DONE)(
    "a bus that fails to publish (%s it was done) is tried again",
    async (way) => {
      const world = workerWorld(ONCE_ONLY);
      const publishing = weather(way);
      world.start("one", { bus: badPublish(publishing) });
      await world.give({});
      await world.pass(5 * MINUTE);
      expect(world.left()).toEqual({ ready: 0, locked: 1, dead: 0 });
      publishing.way = null;
      await world.pass(MINUTE);
      expect(await world.results()).toHaveLength(1);
      expect(world.effects).toHaveLength(1);
      expect(world.left()).toEqual(ANSWERED);
      expect(world.faults[0]).toMatchObject({ kind: "publish-failed" });
    },
  );

  test("pauses grow to half a minute and no further", async () => {
    const world = workerWorld();
    const publishing = weather("before");
    world.start("one", { bus: badPublish(publishing) });
    await world.give({});
    const calls = [];
    for (const ms of [499, 1, 1_000, 2_000, 4_000, 8_000, 16_000, 29_999, 1, 30_000]) {
      await world.pass(ms);
      calls.push(publishing.calls);
    }
    expect(calls).toEqual([1, 2, 3, 4, 5, 6, 7, 7, 8, 9]);
  });

  test("while nothing can be published, no more is taken than there are slots", async () => {
    const world = workerWorld();
    const publishing = weather("before");
    world.start("one", { bus: badPublish(publishing), concurrency: 2 });
    await world.give(...[1, 2, 3, 4, 5].map((step) => ({ id: `step-${step}-attempt-1` })));
    await world.pass(5 * MINUTE);
    expect(world.effects).toHaveLength(2);
    expect(world.left()).toEqual({ ready: 3, locked: 2, dead: 0 });
    publishing.way = null;
    await world.pass(MINUTE);
    expect(await world.results()).toHaveLength(5);
  });
});

describe("a result that the bus will never take", () => {
  const refusing =
    (jobId: string) =>
    (bus: Bus): Bus => ({
      ...bus,
      publish: async (topic, messages) => {
        const index = messages.findIndex(({ messageId }) => messageId.startsWith(jobId));
        if (index === -1) return bus.publish(topic, messages);
        return fail({ kind: "message-too-large", index, bytes: 9, bytesMax: 1 });
      },
    });

  test("its job is dead-lettered alone, and the others are answered", async () => {
    const world = workerWorld();
    const ids = [1, 2, 3].map((step) => `step-${step}-attempt-1`);
    world.start("one", { bus: refusing("step-2-") });
    await world.give(...ids.map((id) => ({ id })));
    const results = await world.results();
    expect(results.map(({ jobId }) => jobId)).toEqual([ids[0], ids[2]]);
    const [dead] = await world.deadLetters();
    expect(dead?.messageId).toBe(ids[1]);
    expect(dead?.properties["DeadLetterReason"]).toBe("unsendable-result");
    expect(dead?.properties["DeadLetterErrorDescription"]).toBe(
      "The bus refused the result step-2-attempt-1-delivery-2-1: message-too-large.",
    );
    expect(world.left()).toEqual({ ready: 0, locked: 0, dead: 1 });
  });
});

describe("bugs", () => {
  test.each([
    ["the ledger", { ledger: "begin" }],
    ["sending", { send: true }],
    ["receiving", { bus: "receive" }],
    ["renewing", { bus: "renew" }],
  ] as const)("a bug in %s ends the worker with its error", async (_, at) => {
    const world = workerWorld();
    const bug = () => Promise.reject(new Error("a bug"));
    const worker = world.start("one", {
      ledger: (ledger) => ("ledger" in at ? { ...ledger, [at.ledger]: bug } : ledger),
      bus: (bus) => ("bus" in at ? { ...bus, [at.bus]: bug } : bus),
      ...("send" in at ? { send: bug } : {}),
    });
    const ended = expect(worker.ended).rejects.toThrow("a bug");
    await world.give({ params: { delaySec: "bus" in at ? 100 : 0 } });
    await world.pass(20 * SECOND);
    await ended;
  });

  test("reports may be sent some other way than one after the other", async () => {
    const world = workerWorld();
    const kinds: string[] = [];
    world.start("one", {
      send: async (reports) => {
        kinds.push(...reports.map(({ kind }) => kind));
        return { ok: true, value: { reports: reports.length } };
      },
    });
    await world.give({}, { id: "step-2-attempt-1", over: { body: "{}" } });
    await turn();
    expect(kinds.sort()).toEqual(["answer", "refused"]);
  });
});
