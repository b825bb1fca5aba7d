/** What cannot be handled is set aside, with its reason, and stays until somebody takes it. */
import { expect } from "@jest/globals";
import { answerOf, failureOf } from "./answers.ts";
import { idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { DAY, MINUTE } from "./entities.ts";
import { deadLettersOf, idsOf, message, READER } from "./messages.ts";
import { abandon, bury, complete, settle } from "./settle-ways.ts";

const DEAD = deadLettersOf(READER);

export const DEAD_LETTERS: readonly BusCase[] = [
  test("M-049 (part): a dead letter carries the reason and the description it was given", async ({
    bus,
  }) => {
    await publish(bus, "work", message("a", { properties: { kept: 1 } }));
    const why = { reason: "UnknownMessageType", description: "nobody knows bogus" };
    await settle(bus, [await receiveOne(bus, READER)], { kind: "dead-letter", ...why });
    expect((await receiveOne(bus, DEAD)).properties).toEqual({
      kept: 1,
      DeadLetterReason: "UnknownMessageType",
      DeadLetterErrorDescription: "nobody knows bogus",
    });
  }),

  test(
    "M-048 (part): a dead-lettered message is not delivered again",
    async ({ bus, pass }) => {
      await publish(bus, "work", "a");
      await bury(bus, await receiveOne(bus, READER));
      await pass(2 * MINUTE);
      expect(await receive(bus, READER)).toEqual([]);
    },
    "time",
  ),

  test("dead-lettering merges property changes", async ({ bus }) => {
    await publish(bus, "work", "a");
    const way = {
      kind: "dead-letter",
      reason: "r",
      description: "d",
      changes: { by: "w" },
    } as const;
    await settle(bus, [await receiveOne(bus, READER)], way);
    expect((await receiveOne(bus, DEAD)).properties).toMatchObject({ by: "w" });
  }),

  test("a dead letter keeps id, body, session and number", async ({ bus }) => {
    await publish(bus, "work", message("a", { sessionId: "s" }));
    const { messageId, body, sessionId, sequenceNumber, lock } = await receiveOne(bus, READER);
    await bus.settle([{ kind: "dead-letter", lock, reason: "r", description: "d" }]);
    const dead = await receiveOne(bus, DEAD);
    expect(dead).toMatchObject({ messageId, body, sessionId, sequenceNumber });
  }),

  test("a reason of any length is accepted, cut to what a property holds", async ({ bus }) => {
    await publish(bus, "work", "a");
    const long = "x".repeat(100_000);
    const way = { kind: "dead-letter", reason: long, description: long } as const;
    await settle(bus, [await receiveOne(bus, READER)], way);
    const { properties } = await receiveOne(bus, DEAD);
    expect(properties["DeadLetterReason"]).toBe("x".repeat(4_096));
    expect(properties["DeadLetterErrorDescription"]).toBe("x".repeat(4_096));
  }),

  test("A-008 (part): a message abandoned at each delivery becomes a dead letter", async ({
    bus,
  }) => {
    await publish(bus, "work", "a");
    for (let delivery = 1; delivery <= 3; delivery += 1) {
      const received = await receiveOne(bus, READER);
      expect(received.deliveryCount).toBe(delivery);
      await abandon(bus, received);
    }
    expect(await receive(bus, READER)).toEqual([]);
    const { properties } = await receiveOne(bus, DEAD);
    expect(properties["DeadLetterReason"]).toBe("MaxDeliveryCountExceeded");
    expect(properties["DeadLetterErrorDescription"]).toContain("3");
  }),

  test(
    "A-008 (part): locks that run out use up deliveries as well",
    async ({ bus, pass }) => {
      await publish(bus, "work", "a");
      for (let delivery = 1; delivery <= 3; delivery += 1) {
        await receiveOne(bus, READER);
        await pass(MINUTE);
      }
      expect((await receiveOne(bus, DEAD)).properties["DeadLetterReason"]).toBe(
        "MaxDeliveryCountExceeded",
      );
    },
    "time",
  ),

  test("the last delivery can still be completed", async ({ bus }) => {
    await publish(bus, "work", "a");
    await abandon(bus, await receiveOne(bus, READER));
    await abandon(bus, await receiveOne(bus, READER));
    await complete(bus, await receiveOne(bus, READER));
    expect(await receive(bus, DEAD)).toEqual([]);
  }),

  test("A-008: a message that always fails does not hold up those behind it", async ({ bus }) => {
    await publish(bus, "work", "poison", "b", "c");
    const done: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const [next] = await receive(bus, READER, 1);
      if (next === undefined) break;
      if (next.messageId === "poison") await abandon(bus, next);
      else {
        await complete(bus, next);
        done.push(next.messageId);
      }
    }
    expect(done).toEqual(["b", "c"]);
    expect(await idsIn(bus, DEAD)).toEqual(["poison"]);
  }),

  test("A-012 (part): dead letters are a queue of their own", async ({ bus }) => {
    await publish(bus, "work", "a", "b");
    const [a] = await receive(bus, READER, 1);
    if (a !== undefined) await bury(bus, a);
    expect(await idsIn(bus, READER)).toEqual(["b"]);
    expect(await idsIn(bus, DEAD)).toEqual(["a"]);
  }),

  test("dead letters of one subscription are not those of another", async ({ bus }) => {
    await publish(bus, "pair", "a");
    const first = { topic: "pair", subscription: "first" };
    await bury(bus, await receiveOne(bus, first));
    expect(await idsIn(bus, deadLettersOf(first))).toEqual(["a"]);
    expect(await idsIn(bus, deadLettersOf({ ...first, subscription: "second" }))).toEqual([]);
  }),

  test(
    "a dead letter never expires",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: MINUTE }));
      await bury(bus, await receiveOne(bus, READER));
      await pass(30 * DAY);
      expect(await receiveOne(bus, DEAD)).toMatchObject({ messageId: "a", expiresAt: null });
    },
    "time",
  ),

  test(
    "a dead letter is received under a lock and returns when that runs out",
    async ({ bus, pass }) => {
      await publish(bus, "work", "a");
      await bury(bus, await receiveOne(bus, READER));
      await receiveOne(bus, DEAD);
      expect(await receive(bus, DEAD)).toEqual([]);
      await pass(MINUTE);
      expect(await receive(bus, DEAD)).toHaveLength(1);
    },
    "time",
  ),

  test("a dead letter may be received any number of times", async ({ bus }) => {
    await publish(bus, "work", "a");
    await bury(bus, await receiveOne(bus, READER));
    for (let turn = 0; turn < 20; turn += 1) await abandon(bus, await receiveOne(bus, DEAD));
    expect(await idsIn(bus, DEAD)).toEqual(["a"]);
  }),

  test("a dead letter cannot be dead-lettered again", async ({ bus }) => {
    await publish(bus, "work", "a");
    await bury(bus, await receiveOne(bus, READER));
    const { lock } = await receiveOne(bus, DEAD);
    const [result] = await bus.settle([
      { kind: "dead-letter", lock, reason: "again", description: "" },
    ]);
    expect(failureOf(result).kind).toBe("invalid-operation");
    expect(answerOf((await bus.settle([{ kind: "complete", lock }]))[0])).toBe(lock.sequenceNumber);
  }),

  test("A-009 (part): a dead letter is sent again by publishing it anew", async ({ bus }) => {
    await publish(bus, "work", "a");
    await bury(bus, await receiveOne(bus, READER));
    const dead = await receiveOne(bus, DEAD);
    await publish(bus, "work", message(dead.messageId, { body: dead.body }));
    await complete(bus, dead);
    expect(await receiveOne(bus, READER)).toMatchObject({ messageId: "a", deliveryCount: 1 });
    expect(await idsIn(bus, DEAD)).toEqual([]);
  }),

  test("dead letters are handed out in the order of their numbers", async ({ bus }) => {
    await publish(bus, "work", "a", "b", "c");
    const received = await receive(bus, READER);
    for (const each of received.toReversed()) await bury(bus, each);
    expect(idsOf(await receive(bus, DEAD))).toEqual(["a", "b", "c"]);
  }),
];
