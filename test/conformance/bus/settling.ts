/** The four ways a delivery ends on purpose. */
import { expect } from "@jest/globals";
import { answerOf, failureOf } from "./answers.ts";
import { publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { MINUTE } from "./entities.ts";
import { deadLettersOf, idsOf, message, READER } from "./messages.ts";
import { abandon, complete, settle } from "./settle-ways.ts";

export const SETTLING: readonly BusCase[] = [
  test(
    "a completed message never comes again",
    async ({ bus, pass }) => {
      await publish(bus, "work", "a");
      await complete(bus, await receiveOne(bus, READER));
      await pass(2 * MINUTE);
      expect(await receive(bus, READER)).toEqual([]);
      expect(await receive(bus, deadLettersOf(READER))).toEqual([]);
    },
    "time",
  ),

  test("R28 (part): an abandoned message is there again at once", async ({ bus, other }) => {
    await publish(bus, "work", "a");
    await abandon(bus, await receiveOne(bus, READER));
    expect(await receiveOne(other, READER)).toMatchObject({ messageId: "a", deliveryCount: 2 });
  }),

  test("an abandoned message returns to its place near the front", async ({ bus }) => {
    await publish(bus, "work", "a", "b", "c");
    const [a] = await receive(bus, READER, 2);
    if (a !== undefined) await abandon(bus, a);
    expect(idsOf(await receive(bus, READER))).toEqual(["a", "c"]);
  }),

  test("abandoning merges property changes into the message", async ({ bus }) => {
    await publish(bus, "work", message("a", { properties: { kept: 1, changed: "old" } }));
    const changes = { changed: "new", added: true };
    await settle(bus, [await receiveOne(bus, READER)], { kind: "abandon", changes });
    const { properties } = await receiveOne(bus, READER);
    expect(properties).toEqual({ kept: 1, changed: "new", added: true });
  }),

  test("changes made by several deliveries add up", async ({ bus }) => {
    await publish(bus, "work", "a");
    for (const changes of [{ one: 1 }, { two: 2 }]) {
      await settle(bus, [await receiveOne(bus, READER)], { kind: "abandon", changes });
    }
    expect((await receiveOne(bus, READER)).properties).toEqual({ one: 1, two: 2 });
  }),

  test("changes concern one subscription's copy only", async ({ bus }) => {
    const first = { topic: "pair", subscription: "first" };
    const second = { topic: "pair", subscription: "second" };
    await publish(bus, "pair", "a");
    await settle(bus, [await receiveOne(bus, first)], { kind: "abandon", changes: { seen: true } });
    expect((await receiveOne(bus, second)).properties).toEqual({});
  }),

  test("R31 (part): changes that make properties too large are refused, the lock holds", async ({
    bus,
  }) => {
    await publish(bus, "work", "a");
    const { lock } = await receiveOne(bus, READER);
    const changes = { a: "x".repeat(30_000), b: "x".repeat(30_000), c: "x".repeat(30_000) };
    const [refused] = await bus.settle([{ kind: "abandon", lock, changes }]);
    expect(failureOf(refused).kind).toBe("properties-too-large");
    expect(answerOf((await bus.settle([{ kind: "complete", lock }]))[0])).toBe(lock.sequenceNumber);
  }),

  test("many messages are settled in one call, each in its own way", async ({ bus }) => {
    await publish(bus, "work", "a", "b", "c", "d");
    const [a, b, c, d] = await receive(bus, READER);
    if (!a || !b || !c || !d) throw new Error("four messages were expected");
    const results = await bus.settle([
      { kind: "complete", lock: a.lock },
      { kind: "dead-letter", lock: b.lock, reason: "Poison", description: "" },
      { kind: "abandon", lock: c.lock },
      { kind: "defer", lock: d.lock },
    ]);
    expect(results.map(answerOf)).toEqual([a, b, c, d].map((each) => each.sequenceNumber));
    expect(idsOf(await receive(bus, READER))).toEqual(["c"]);
    expect(idsOf(await receive(bus, deadLettersOf(READER)))).toEqual(["b"]);
    const sequenceNumbers = [d.sequenceNumber];
    expect(idsOf(answerOf(await bus.receiveDeferred(READER, { sequenceNumbers })))).toEqual(["d"]);
  }),

  test("neighbours settled differently in one call do not share an outcome", async ({ bus }) => {
    const ids = Array.from({ length: 40 }, (_, index) => `m${index}`);
    await publish(bus, "work", ...ids);
    const received = await receive(bus, READER, 40);
    const results = await bus.settle(
      received.map(({ lock }, index) =>
        index % 2 === 0
          ? { kind: "complete", lock }
          : { kind: "dead-letter", lock, reason: "odd", description: "" },
      ),
    );
    expect(results.every(({ ok }) => ok)).toBe(true);
    const dead = await receive(bus, deadLettersOf(READER), 100);
    expect(idsOf(dead)).toEqual(ids.filter((_, index) => index % 2 === 1));
  }),

  test("one lost lock in a call does not keep the others from being settled", async ({ bus }) => {
    await publish(bus, "work", "a", "b");
    const [a, b] = await receive(bus, READER);
    if (!a || !b) throw new Error("two messages were expected");
    const results = await bus.settle([
      { kind: "complete", lock: { ...a.lock, token: "guess" } },
      { kind: "complete", lock: b.lock },
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
  }),

  test("of two settlements of one lock in a call the first counts", async ({ bus }) => {
    await publish(bus, "work", "a", "b");
    const [a, b] = await receive(bus, READER);
    if (!a || !b) throw new Error("two messages were expected");
    const results = await bus.settle([
      { kind: "complete", lock: a.lock },
      { kind: "abandon", lock: a.lock },
      { kind: "abandon", lock: b.lock },
      { kind: "complete", lock: b.lock },
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true, false]);
    expect(idsOf(await receive(bus, READER))).toEqual(["b"]);
  }),

  test("settling nothing answers nothing", async ({ bus }) => {
    expect(await bus.settle([])).toEqual([]);
    expect(await bus.renew([])).toEqual([]);
  }),

  test(
    "H-053 (part): a message that was received and never settled is not gone",
    async ({ bus, pass }) => {
      await publish(bus, "work", "a");
      await receiveOne(bus, READER);
      await pass(MINUTE);
      expect((await receiveOne(bus, READER)).messageId).toBe("a");
    },
    "time",
  ),
];
