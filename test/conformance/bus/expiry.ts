/** Messages have a time to live, and what an entity is set to is a ceiling. */
import { expect } from "@jest/globals";
import { answerOf, failureOf } from "./answers.ts";
import { idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { DAY, MINUTE } from "./entities.ts";
import { deadLettersOf, message, READER } from "./messages.ts";
import { abandon, complete, settle } from "./settle-ways.ts";

const of = (subscription: string) => ({ topic: "brief", subscription });
const REASON = "DeadLetterReason";

export const EXPIRY: readonly BusCase[] = [
  test("a message says when it will expire", async ({ bus }) => {
    await publish(bus, "work", message("a", { ttlMs: 5 * MINUTE }));
    const { enqueuedAt, expiresAt } = await receiveOne(bus, READER);
    expect(expiresAt?.getTime()).toBe(enqueuedAt.getTime() + 5 * MINUTE);
  }),

  test(
    "A-015 (part): an expired message becomes a dead letter with its reason",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: 5 * MINUTE }));
      await pass(5 * MINUTE);
      expect(await receive(bus, READER)).toEqual([]);
      const dead = await receiveOne(bus, deadLettersOf(READER));
      expect(dead.properties[REASON]).toBe("TTLExpiredException");
    },
    "time",
  ),

  test(
    "a message is delivered up to its last moment",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: 5 * MINUTE }));
      await pass(5 * MINUTE - 1);
      expect((await receiveOne(bus, READER)).messageId).toBe("a");
    },
    "time",
  ),

  test("without a wish of its own a message lives as long as its subscription allows", async ({
    bus,
  }) => {
    await publish(bus, "work", "a");
    const { enqueuedAt, expiresAt } = await receiveOne(bus, READER);
    expect(expiresAt?.getTime()).toBe(enqueuedAt.getTime() + DAY);
  }),

  test("a message cannot wish to live longer than its subscription allows", async ({ bus }) => {
    await publish(bus, "work", message("a", { ttlMs: 30 * DAY }));
    const { enqueuedAt, expiresAt } = await receiveOne(bus, READER);
    expect(expiresAt?.getTime()).toBe(enqueuedAt.getTime() + DAY);
  }),

  test("X-25 (part): of topic and subscription the shorter time counts", async ({ bus }) => {
    await publish(bus, "brief", "a");
    const spans = await Promise.all(
      ["kept", "shorter"].map(async (name) => {
        const { enqueuedAt, expiresAt } = await receiveOne(bus, of(name));
        return (expiresAt?.getTime() ?? 0) - enqueuedAt.getTime();
      }),
    );
    expect(spans).toEqual([10 * MINUTE, 2 * MINUTE]);
  }),

  test(
    "each subscription's copy expires by itself",
    async ({ bus, pass }) => {
      await publish(bus, "brief", "a");
      await pass(2 * MINUTE);
      expect(await idsIn(bus, of("shorter"))).toEqual([]);
      expect(await idsIn(bus, of("kept"))).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "where expiry does not dead-letter, an expired message is gone",
    async ({ bus, pass }) => {
      await publish(bus, "brief", "a");
      await pass(10 * MINUTE);
      expect(await idsIn(bus, of("dropped"))).toEqual([]);
      expect(await idsIn(bus, deadLettersOf(of("dropped")))).toEqual([]);
    },
    "time",
  ),

  test(
    "a locked message does not expire while its lock holds",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: 30_000 }));
      const received = await receiveOne(bus, READER);
      await pass(59_000);
      await complete(bus, received);
      expect(await idsIn(bus, deadLettersOf(READER))).toEqual([]);
    },
    "time",
  ),

  test(
    "a message that expired under its lock is dead when the lock ends",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: 30_000 }));
      await receiveOne(bus, READER);
      await pass(MINUTE);
      expect(await receive(bus, READER)).toEqual([]);
      const dead = await receiveOne(bus, deadLettersOf(READER));
      expect(dead.properties[REASON]).toBe("TTLExpiredException");
    },
    "time",
  ),

  test(
    "a message that expired under its lock is dead when it is abandoned",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: 30_000 }));
      const received = await receiveOne(bus, READER);
      await pass(40_000);
      await abandon(bus, received);
      expect(await idsIn(bus, deadLettersOf(READER))).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "a renewed lock keeps an expired message alive",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: 30_000 }));
      const { lock } = await receiveOne(bus, READER);
      await pass(50_000);
      answerOf((await bus.renew([lock]))[0]);
      await pass(50_000);
      answerOf((await bus.settle([{ kind: "complete", lock }]))[0]);
    },
    "time",
  ),

  test(
    "a deferred message expires only when it is asked for",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: MINUTE }));
      const received = await receiveOne(bus, READER);
      await settle(bus, [received], { kind: "defer" });
      await pass(5 * MINUTE);
      expect(await idsIn(bus, READER)).toEqual(["a"]);
      const sequenceNumbers = [received.sequenceNumber];
      const failure = failureOf(await bus.receiveDeferred(READER, { sequenceNumbers }));
      expect(failure).toEqual({ kind: "not-found", sequenceNumbers });
      expect(await idsIn(bus, deadLettersOf(READER))).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "the deliveries are used up before the time is: that is then the reason",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: 2.5 * MINUTE }));
      for (let delivery = 1; delivery <= 3; delivery += 1) {
        await receiveOne(bus, READER);
        await pass(MINUTE);
      }
      const dead = await receiveOne(bus, deadLettersOf(READER));
      expect(dead.properties[REASON]).toBe("MaxDeliveryCountExceeded");
    },
    "time",
  ),

  test(
    "a message whose lock ends at the very moment it expires is dead",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: MINUTE }));
      await receiveOne(bus, READER);
      await pass(MINUTE);
      expect(await receive(bus, READER)).toEqual([]);
      expect(await idsIn(bus, deadLettersOf(READER))).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "a deferred message that expires under its lock stays deferred when it is abandoned",
    async ({ bus, pass }) => {
      await publish(bus, "work", message("a", { ttlMs: 30_000 }));
      const received = await receiveOne(bus, READER);
      await settle(bus, [received], { kind: "defer" });
      const sequenceNumbers = [received.sequenceNumber];
      const again = answerOf(await bus.receiveDeferred(READER, { sequenceNumbers }));
      await pass(40_000);
      await abandon(bus, ...again);
      expect(await idsIn(bus, READER)).toEqual(["a"]);
      expect(await idsIn(bus, deadLettersOf(READER))).toEqual([]);
    },
    "time",
  ),
];
