/** Under a lock a message belongs to one receiver, for a while. */
import { expect } from "@jest/globals";
import { answerOf, failureOf } from "./answers.ts";
import { publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { MINUTE } from "./entities.ts";
import { idsOf, READER } from "./messages.ts";
import { abandon, complete } from "./settle-ways.ts";

export const LOCKS: readonly BusCase[] = [
  test("a received message is not given to anybody else", async ({ bus, other }) => {
    await publish(bus, "work", "a");
    await receiveOne(bus, READER);
    expect(await receive(other, READER)).toEqual([]);
  }),

  test("two receivers share what is there without overlap", async ({ bus, other }) => {
    await publish(bus, "work", "a", "b", "c", "d");
    const mine = await receive(bus, READER, 2);
    const theirs = await receive(other, READER, 10);
    expect([...idsOf(mine), ...idsOf(theirs)].sort()).toEqual(["a", "b", "c", "d"]);
  }),

  test("no more than asked for is handed out", async ({ bus }) => {
    await publish(bus, "work", "a", "b", "c");
    expect(await receive(bus, READER, 2)).toHaveLength(2);
  }),

  test("asking for none hands out none", async ({ bus }) => {
    await publish(bus, "work", "a");
    expect(await receive(bus, READER, 0)).toEqual([]);
    expect((await receiveOne(bus, READER)).deliveryCount).toBe(1);
  }),

  test("a lock says until when it holds", async ({ bus, now }) => {
    await publish(bus, "work", "a");
    const { lock } = await receiveOne(bus, READER);
    expect(lock.until.getTime() - now().getTime()).toBeLessThanOrEqual(MINUTE);
    expect(lock.until.getTime() - now().getTime()).toBeGreaterThan(MINUTE / 2);
  }),

  test("the first delivery is number one", async ({ bus }) => {
    await publish(bus, "work", "a");
    expect((await receiveOne(bus, READER)).deliveryCount).toBe(1);
  }),

  test(
    "a message whose lock ran out is delivered again, with one more delivery",
    async ({ bus, other, pass }) => {
      await publish(bus, "work", "a");
      await receiveOne(bus, READER);
      await pass(MINUTE);
      expect(await receiveOne(other, READER)).toMatchObject({ messageId: "a", deliveryCount: 2 });
    },
    "time",
  ),

  test(
    "a lock holds to the last moment",
    async ({ bus, other, pass }) => {
      await publish(bus, "work", "a");
      const received = await receiveOne(bus, READER);
      await pass(MINUTE - 1);
      expect(await receive(other, READER)).toEqual([]);
      await complete(bus, received);
    },
    "time",
  ),

  test(
    "R12 (part): a delivery after a lost lock has the same id and is no duplicate",
    async ({ bus, pass }) => {
      const reader = { topic: "once", subscription: "reader" };
      await publish(bus, "once", "a");
      const first = await receiveOne(bus, reader);
      await pass(MINUTE);
      const again = await receiveOne(bus, reader);
      expect(again.messageId).toBe(first.messageId);
      expect(again.sequenceNumber).toBe(first.sequenceNumber);
    },
    "time",
  ),

  test(
    "a message that returns comes before those behind it",
    async ({ bus, pass }) => {
      await publish(bus, "work", "a", "b", "c");
      await receive(bus, READER, 1);
      await pass(MINUTE);
      expect(idsOf(await receive(bus, READER, 1))).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "a late settlement is told that its lock is lost, and changes nothing",
    async ({ bus, pass }) => {
      await publish(bus, "work", "a");
      const late = await receiveOne(bus, READER);
      await pass(MINUTE);
      const [result] = await bus.settle([{ kind: "complete", lock: late.lock }]);
      const { sequenceNumber } = late;
      expect(failureOf(result)).toEqual({ kind: "lock-lost", sequenceNumber });
      expect((await receiveOne(bus, READER)).messageId).toBe("a");
    },
    "time",
  ),

  test(
    "a lock of an earlier delivery does not settle a later one",
    async ({ bus, other, pass }) => {
      await publish(bus, "work", "a");
      const early = await receiveOne(bus, READER);
      await pass(MINUTE);
      const late = await receiveOne(other, READER);
      const [result] = await bus.settle([{ kind: "complete", lock: early.lock }]);
      expect(failureOf(result).kind).toBe("lock-lost");
      await complete(other, late);
    },
    "time",
  ),

  test("a lock can be settled by another host that was given it", async ({ bus, other }) => {
    await publish(bus, "work", "a");
    await complete(other, await receiveOne(bus, READER));
    expect(await receive(bus, READER)).toEqual([]);
  }),

  test("a lock that was settled is lost", async ({ bus }) => {
    await publish(bus, "work", "a");
    const received = await receiveOne(bus, READER);
    await complete(bus, received);
    const [again] = await bus.settle([{ kind: "complete", lock: received.lock }]);
    expect(failureOf(again).kind).toBe("lock-lost");
  }),

  test("a lock with a made-up token is lost from the start", async ({ bus }) => {
    await publish(bus, "work", "a");
    const { lock } = await receiveOne(bus, READER);
    const [result] = await bus.settle([{ kind: "complete", lock: { ...lock, token: "guess" } }]);
    expect(failureOf(result).kind).toBe("lock-lost");
    expect(answerOf((await bus.settle([{ kind: "complete", lock }]))[0])).toBe(lock.sequenceNumber);
  }),

  test(
    "renewing a lock keeps the message for another full span from then on",
    async ({ bus, other, pass }) => {
      await publish(bus, "work", "a");
      const { lock } = await receiveOne(bus, READER);
      await pass(50_000);
      answerOf((await bus.renew([lock]))[0]);
      await pass(50_000);
      expect(await receive(other, READER)).toEqual([]);
      await pass(10_000);
      expect(await receive(other, READER)).toHaveLength(1);
    },
    "time",
  ),

  test(
    "a renewed lock says its new end and is settled like the old",
    async ({ bus, now, pass }) => {
      await publish(bus, "work", "a");
      const { lock } = await receiveOne(bus, READER);
      await pass(30_000);
      const renewed = answerOf((await bus.renew([lock]))[0]);
      expect(renewed.until.getTime()).toBe(now().getTime() + MINUTE);
      await pass(45_000);
      answerOf((await bus.settle([{ kind: "complete", lock }]))[0]);
    },
    "time",
  ),

  test(
    "of messages received together, those that are not renewed return",
    async ({ bus, other, pass }) => {
      await publish(bus, "work", "a", "b", "c");
      const received = await receive(bus, READER);
      await pass(30_000);
      const locks = received.filter(({ messageId }) => messageId !== "b").map(({ lock }) => lock);
      for (const result of await bus.renew(locks)) answerOf(result);
      await pass(30_000);
      expect(idsOf(await receive(other, READER))).toEqual(["b"]);
    },
    "time",
  ),

  test("renewing many locks answers for each of them", async ({ bus }) => {
    await publish(bus, "work", "a", "b");
    const [a, b] = await receive(bus, READER);
    if (a === undefined || b === undefined) throw new Error("two messages were expected");
    await complete(bus, a);
    const results = await bus.renew([a.lock, b.lock]);
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
    expect(failureOf(results[0]).kind).toBe("lock-lost");
  }),

  test("renewing does not count as a delivery", async ({ bus }) => {
    await publish(bus, "work", "a");
    const received = await receiveOne(bus, READER);
    await bus.renew([received.lock]);
    await bus.renew([received.lock]);
    await abandon(bus, received);
    expect((await receiveOne(bus, READER)).deliveryCount).toBe(2);
  }),

  test("receiving from a subscription that does not exist names it", async ({ bus }) => {
    const nowhere = { topic: "work", subscription: "nowhere" };
    const failure = failureOf(await bus.receive(nowhere, { max: 1, waitMs: 0 }));
    expect(failure).toEqual({ kind: "unknown-entity", entity: "work/nowhere" });
  }),

  test("settling and renewing in a subscription that does not exist names it", async ({ bus }) => {
    await publish(bus, "work", "a");
    const { lock } = await receiveOne(bus, READER);
    const lost = { ...lock, source: { topic: "nowhere", subscription: "reader" } };
    const unknown = { kind: "unknown-entity", entity: "nowhere/reader" };
    expect(failureOf((await bus.settle([{ kind: "complete", lock: lost }]))[0])).toEqual(unknown);
    expect(failureOf((await bus.renew([lost]))[0])).toEqual(unknown);
  }),
];
