/** A receiver may wait for what is not there yet. */
import { expect } from "@jest/globals";
import { answerOf } from "./answers.ts";
import { acceptSession, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { HOUR, MINUTE } from "./entities.ts";
import { idsOf, message, READER } from "./messages.ts";
import { abandon } from "./settle-ways.ts";

const ORDERED = { topic: "ordered", subscription: "by-session" };
const LONG = { max: 10, waitMs: HOUR };

export const WAITING: readonly BusCase[] = [
  test("a waiting receiver gets a message as soon as it is published", async ({ bus, other }) => {
    const waiting = bus.receive(READER, LONG);
    await publish(other, "work", "a");
    expect(idsOf(answerOf(await waiting))).toEqual(["a"]);
  }),

  test("a receiver does not wait when there is something", async ({ bus }) => {
    await publish(bus, "work", "a");
    expect(answerOf(await bus.receive(READER, LONG))).toHaveLength(1);
  }),

  test(
    "a wait without a message ends with an empty list",
    async ({ bus, pass }) => {
      const waiting = bus.receive(READER, { max: 1, waitMs: MINUTE });
      await pass(MINUTE);
      expect(answerOf(await waiting)).toEqual([]);
    },
    "time",
  ),

  test(
    "what arrives after the wait is over goes to the next who asks",
    async ({ bus, other, pass }) => {
      const waiting = bus.receive(READER, { max: 1, waitMs: MINUTE });
      await pass(MINUTE);
      await waiting;
      await publish(bus, "work", "a");
      expect((await receiveOne(other, READER)).deliveryCount).toBe(1);
    },
    "time",
  ),

  test("of several who wait the first to come is served first", async ({ bus, other }) => {
    const first = bus.receive(READER, { max: 1, waitMs: HOUR });
    const second = other.receive(READER, { max: 1, waitMs: HOUR });
    await publish(bus, "work", "a");
    expect(idsOf(answerOf(await first))).toEqual(["a"]);
    await publish(bus, "work", "b");
    expect(idsOf(answerOf(await second))).toEqual(["b"]);
  }),

  test("one publish can serve several who wait", async ({ bus, other }) => {
    const both = [bus, other].map((each) => each.receive(READER, { max: 1, waitMs: HOUR }));
    await publish(bus, "work", "a", "b");
    const received = (await Promise.all(both)).flatMap(answerOf);
    expect(idsOf(received)).toEqual(["a", "b"]);
  }),

  test("a waiting receiver gets a message that another abandons", async ({ bus, other }) => {
    await publish(bus, "work", "a");
    const held = await receiveOne(bus, READER);
    const waiting = other.receive(READER, LONG);
    await abandon(bus, held);
    expect(answerOf(await waiting)[0]?.deliveryCount).toBe(2);
  }),

  test(
    "a waiting receiver gets a message whose lock runs out",
    async ({ bus, other, pass }) => {
      await publish(bus, "work", "a");
      await receiveOne(bus, READER);
      const waiting = other.receive(READER, LONG);
      await pass(MINUTE);
      expect(idsOf(answerOf(await waiting))).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "a waiting receiver gets a scheduled message when its time comes",
    async ({ bus, now, pass }) => {
      const waiting = bus.receive(READER, LONG);
      const notBefore = new Date(now().getTime() + MINUTE);
      await publish(bus, "work", message("a", { notBefore }));
      await pass(MINUTE);
      expect(idsOf(answerOf(await waiting))).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "a waiting reader of dead letters gets one that expires",
    async ({ bus, pass }) => {
      const dead = { ...READER, queue: "dead-letter" } as const;
      await publish(bus, "work", message("a", { ttlMs: MINUTE }));
      const waiting = bus.receive(dead, LONG);
      await pass(MINUTE);
      expect(idsOf(answerOf(await waiting))).toEqual(["a"]);
    },
    "time",
  ),

  test("a wait can be called off, and takes no message with it", async ({ bus, other }) => {
    const leaving = new AbortController();
    const waiting = bus.receive(READER, { ...LONG, signal: leaving.signal });
    leaving.abort();
    expect(answerOf(await waiting)).toEqual([]);
    await publish(bus, "work", "a");
    expect(await receive(other, READER)).toHaveLength(1);
  }),

  test("a wait that was called off before it began does not begin", async ({ bus }) => {
    const request = { ...LONG, signal: AbortSignal.abort() };
    expect(answerOf(await bus.receive(READER, request))).toEqual([]);
    const accept = { sessionId: null, waitMs: HOUR, signal: AbortSignal.abort() };
    expect((await bus.acceptSession(ORDERED, accept)).ok).toBe(false);
  }),

  test("whoever waits for the next session gets it when a message makes one", async ({ bus }) => {
    const waiting = bus.acceptSession(ORDERED, { sessionId: null, waitMs: HOUR });
    await publish(bus, "ordered", message("a", { sessionId: "s" }));
    expect(answerOf(await waiting).sessionId).toBe("s");
  }),

  test("whoever waits for the next session gets one that is released", async ({ bus, other }) => {
    await publish(bus, "ordered", message("a", { sessionId: "s" }));
    const session = await acceptSession(bus, ORDERED, "s");
    const waiting = other.acceptSession(ORDERED, { sessionId: null, waitMs: HOUR });
    await bus.releaseSessions([session]);
    expect(answerOf(await waiting).sessionId).toBe("s");
  }),

  test(
    "a wait for the next session ends without one",
    async ({ bus, pass }) => {
      const waiting = bus.acceptSession(ORDERED, { sessionId: null, waitMs: MINUTE });
      await pass(MINUTE);
      expect(await waiting).toEqual({ ok: false, error: { kind: "no-session-available" } });
    },
    "time",
  ),

  test("the holder of a session waits for its messages only", async ({ bus }) => {
    const session = await acceptSession(bus, ORDERED, "s");
    const waiting = bus.receive(ORDERED, { ...LONG, session });
    await publish(bus, "ordered", message("a", { sessionId: "t" }));
    await publish(bus, "ordered", message("b", { sessionId: "s" }));
    expect(idsOf(answerOf(await waiting))).toEqual(["b"]);
  }),

  test(
    "a waiting holder learns that its session is lost",
    async ({ bus, pass }) => {
      const session = await acceptSession(bus, ORDERED, "s");
      const waiting = bus.receive(ORDERED, { ...LONG, session });
      await pass(MINUTE);
      expect(await waiting).toEqual({
        ok: false,
        error: { kind: "session-lock-lost", sessionId: "s" },
      });
    },
    "time",
  ),

  test(
    "a waiting receiver is woken by what comes up first, whatever was known when it began",
    async ({ bus, other, now, pass }) => {
      await publish(bus, "work", "late");
      await receiveOne(bus, READER);
      const waiting = other.receive(READER, LONG);
      const notBefore = new Date(now().getTime() + 10_000);
      await publish(bus, "work", message("soon", { notBefore }));
      await pass(10_000);
      expect(idsOf(answerOf(await waiting))).toEqual(["soon"]);
    },
    "time",
  ),
];
