/** Sessions: one holder at a time, messages in order, and a state that is remembered. */
import { expect } from "@jest/globals";
import type { Outgoing } from "../../../runtime/bus/message.ts";
import { answerOf, failureOf } from "./answers.ts";
import { acceptSession, idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { MINUTE } from "./entities.ts";
import { deadLettersOf, idsOf, message, READER } from "./messages.ts";
import { abandon, bury, complete, settle } from "./settle-ways.ts";

const ORDERED = { topic: "ordered", subscription: "by-session" };

const inSession = (sessionId: string, ...ids: readonly string[]): readonly Outgoing[] =>
  ids.map((id) => message(id, { sessionId }));

export const SESSIONS: readonly BusCase[] = [
  test("H-052 (part): messages of a session are received in the order of publishing", async ({
    bus,
  }) => {
    await publish(bus, "ordered", ...inSession("s", "a", "b", "c"));
    const session = await acceptSession(bus, ORDERED, "s");
    expect(idsOf(await receive(bus, ORDERED, 10, session))).toEqual(["a", "b", "c"]);
  }),

  test("X-05 (part): sessions do not mix", async ({ bus, other }) => {
    await publish(bus, "ordered", ...inSession("s", "a"), ...inSession("t", "b"));
    await publish(bus, "ordered", ...inSession("s", "c"));
    const s = await acceptSession(bus, ORDERED, "s");
    const t = await acceptSession(other, ORDERED, "t");
    expect(idsOf(await receive(bus, ORDERED, 10, s))).toEqual(["a", "c"]);
    expect(idsOf(await receive(other, ORDERED, 10, t))).toEqual(["b"]);
  }),

  test("a session has one holder", async ({ bus, other }) => {
    await publish(bus, "ordered", ...inSession("s", "a"));
    await acceptSession(bus, ORDERED, "s");
    const failure = failureOf(await other.acceptSession(ORDERED, { sessionId: "s", waitMs: 0 }));
    expect(failure).toEqual({ kind: "session-cannot-be-locked", sessionId: "s" });
  }),

  test("the next session is one that has messages and no holder", async ({ bus, other }) => {
    await publish(bus, "ordered", ...inSession("s", "a"), ...inSession("t", "b"));
    const first = await acceptSession(bus, ORDERED);
    const second = await acceptSession(other, ORDERED);
    expect([first.sessionId, second.sessionId].sort()).toEqual(["s", "t"]);
    const failure = failureOf(await bus.acceptSession(ORDERED, { sessionId: null, waitMs: 0 }));
    expect(failure).toEqual({ kind: "no-session-available" });
  }),

  test("a session without messages can be held by its name", async ({ bus }) => {
    const session = await acceptSession(bus, ORDERED, "empty");
    expect(await receive(bus, ORDERED, 10, session)).toEqual([]);
  }),

  test("messages that arrive while the session is held go to its holder", async ({ bus }) => {
    const session = await acceptSession(bus, ORDERED, "s");
    await publish(bus, "ordered", ...inSession("s", "a"));
    expect(idsOf(await receive(bus, ORDERED, 10, session))).toEqual(["a"]);
  }),

  test("a released session can be taken by another", async ({ bus, other }) => {
    await publish(bus, "ordered", ...inSession("s", "a"));
    const session = await acceptSession(bus, ORDERED, "s");
    expect((await bus.releaseSessions([session])).map(answerOf)).toEqual(["s"]);
    expect((await acceptSession(other, ORDERED)).sessionId).toBe("s");
  }),

  test("H-052 (part): unsettled messages of a released session come again, in order", async ({
    bus,
    other,
  }) => {
    await publish(bus, "ordered", ...inSession("s", "a", "b", "c"));
    const session = await acceptSession(bus, ORDERED, "s");
    await receive(bus, ORDERED, 2, session);
    await bus.releaseSessions([session]);
    const again = await acceptSession(other, ORDERED, "s");
    const received = await receive(other, ORDERED, 10, again);
    expect(received.map(({ messageId, deliveryCount }) => [messageId, deliveryCount])).toEqual([
      ["a", 2],
      ["b", 2],
      ["c", 1],
    ]);
  }),

  test(
    "the lock of a session runs out, and its messages come again",
    async ({ bus, other, pass }) => {
      await publish(bus, "ordered", ...inSession("s", "a"));
      const session = await acceptSession(bus, ORDERED, "s");
      const received = await receiveOne(bus, ORDERED, session);
      await pass(MINUTE);
      const again = await acceptSession(other, ORDERED);
      expect(await receiveOne(other, ORDERED, again)).toMatchObject({ deliveryCount: 2 });
      const [late] = await bus.settle([{ kind: "complete", lock: received.lock }]);
      expect(failureOf(late)).toEqual({ kind: "session-lock-lost", sessionId: "s" });
    },
    "time",
  ),

  test(
    "every use of a lost session says that it is lost",
    async ({ bus, pass }) => {
      const session = await acceptSession(bus, ORDERED, "s");
      await pass(MINUTE);
      const lost = { kind: "session-lock-lost", sessionId: "s" };
      const request = { max: 1, waitMs: 0, session };
      expect(failureOf(await bus.receive(ORDERED, request))).toEqual(lost);
      expect(failureOf((await bus.renewSessions([session]))[0])).toEqual(lost);
      expect(failureOf((await bus.releaseSessions([session]))[0])).toEqual(lost);
      expect(failureOf(await bus.readSessionState(session))).toEqual(lost);
      expect(failureOf(await bus.writeSessionState(session, "x"))).toEqual(lost);
    },
    "time",
  ),

  test(
    "a renewed session keeps its messages locked",
    async ({ bus, now, pass }) => {
      await publish(bus, "ordered", ...inSession("s", "a"));
      const session = await acceptSession(bus, ORDERED, "s");
      const received = await receiveOne(bus, ORDERED, session);
      await pass(50_000);
      const renewed = answerOf((await bus.renewSessions([session]))[0]);
      expect(renewed.until.getTime()).toBe(now().getTime() + MINUTE);
      await pass(50_000);
      await complete(bus, received);
    },
    "time",
  ),

  test("the lock of a single message of a session cannot be renewed", async ({ bus }) => {
    await publish(bus, "ordered", ...inSession("s", "a"));
    const session = await acceptSession(bus, ORDERED, "s");
    const { lock } = await receiveOne(bus, ORDERED, session);
    expect(failureOf((await bus.renew([lock]))[0]).kind).toBe("invalid-operation");
  }),

  test("an abandoned message of a session is the next one again", async ({ bus }) => {
    await publish(bus, "ordered", ...inSession("s", "a", "b"));
    const session = await acceptSession(bus, ORDERED, "s");
    const [a] = await receive(bus, ORDERED, 1, session);
    if (a !== undefined) await abandon(bus, a);
    expect(idsOf(await receive(bus, ORDERED, 10, session))).toEqual(["a", "b"]);
  }),

  test("a lock of an earlier delivery in the same session does not settle a later one", async ({
    bus,
  }) => {
    await publish(bus, "ordered", ...inSession("s", "a"));
    const session = await acceptSession(bus, ORDERED, "s");
    const early = await receiveOne(bus, ORDERED, session);
    await abandon(bus, early);
    await receiveOne(bus, ORDERED, session);
    const [result] = await bus.settle([{ kind: "complete", lock: early.lock }]);
    expect(result?.ok).toBe(false);
  }),

  test("a message of a session that uses up its deliveries becomes a dead letter", async ({
    bus,
  }) => {
    await publish(bus, "ordered", ...inSession("s", "a", "b"));
    const session = await acceptSession(bus, ORDERED, "s");
    for (let delivery = 1; delivery <= 3; delivery += 1) {
      const [first] = await receive(bus, ORDERED, 1, session);
      if (first !== undefined) await abandon(bus, first);
    }
    expect(idsOf(await receive(bus, ORDERED, 10, session))).toEqual(["b"]);
  }),

  test("dead letters of a session subscription are read without a session", async ({ bus }) => {
    await publish(bus, "ordered", ...inSession("s", "a"));
    const session = await acceptSession(bus, ORDERED, "s");
    await bury(bus, await receiveOne(bus, ORDERED, session));
    const dead = await receiveOne(bus, deadLettersOf(ORDERED));
    expect(dead).toMatchObject({ messageId: "a", sessionId: "s" });
  }),

  test("a message without a session becomes a dead letter where sessions are required", async ({
    bus,
  }) => {
    await publish(bus, "ordered", "a");
    const dead = await receiveOne(bus, deadLettersOf(ORDERED));
    expect(dead.properties["DeadLetterReason"]).toBe("Session ID is null");
  }),

  test("another subscription of the topic delivers the same messages without sessions", async ({
    bus,
  }) => {
    await publish(bus, "ordered", ...inSession("s", "a"), message("b"));
    const loose = { topic: "ordered", subscription: "loose" };
    expect(idsOf(await receive(bus, loose))).toEqual(["a", "b"]);
  }),

  test("without a session nothing is received where sessions are required", async ({ bus }) => {
    const failure = failureOf(await bus.receive(ORDERED, { max: 1, waitMs: 0 }));
    expect(failure.kind).toBe("invalid-operation");
  }),

  test("where there are no sessions none can be held or used", async ({ bus }) => {
    const accepted = await bus.acceptSession(READER, { sessionId: "s", waitMs: 0 });
    expect(failureOf(accepted).kind).toBe("invalid-operation");
    const session = { ...(await acceptSession(bus, ORDERED, "s")), source: READER };
    const failure = failureOf(await bus.receive(READER, { max: 1, waitMs: 0, session }));
    expect(failure.kind).toBe("invalid-operation");
  }),

  test("a session of a subscription that does not exist names it", async ({ bus }) => {
    const nowhere = { topic: "ordered", subscription: "nowhere" };
    const unknown = { kind: "unknown-entity", entity: "ordered/nowhere" };
    const accepted = await bus.acceptSession(nowhere, { sessionId: null, waitMs: 0 });
    expect(failureOf(accepted)).toEqual(unknown);
    const lost = { ...(await acceptSession(bus, ORDERED, "s")), source: nowhere };
    expect(failureOf(await bus.readSessionState(lost))).toEqual(unknown);
  }),

  test("the state of a session is empty at first and then what was written", async ({ bus }) => {
    const session = await acceptSession(bus, ORDERED, "s");
    expect(answerOf(await bus.readSessionState(session))).toBeNull();
    answerOf(await bus.writeSessionState(session, '{"seen":3}'));
    expect(answerOf(await bus.readSessionState(session))).toBe('{"seen":3}');
  }),

  test("the state of a session outlives its holder and its messages", async ({ bus, other }) => {
    await publish(bus, "ordered", ...inSession("s", "a"));
    const session = await acceptSession(bus, ORDERED, "s");
    await complete(bus, await receiveOne(bus, ORDERED, session));
    answerOf(await bus.writeSessionState(session, "remembered"));
    await bus.releaseSessions([session]);
    const again = await acceptSession(other, ORDERED, "s");
    expect(answerOf(await other.readSessionState(again))).toBe("remembered");
  }),

  test("the state of a session can be cleared", async ({ bus }) => {
    const session = await acceptSession(bus, ORDERED, "s");
    await bus.writeSessionState(session, "x");
    answerOf(await bus.writeSessionState(session, null));
    expect(answerOf(await bus.readSessionState(session))).toBeNull();
  }),

  test("R31 (part): a state larger than a message is refused", async ({ bus }) => {
    const session = await acceptSession(bus, ORDERED, "s");
    const failure = failureOf(await bus.writeSessionState(session, "x".repeat(256 * 1024 + 1)));
    expect(failure.kind).toBe("invalid-operation");
  }),

  test("R31 (part): a session id of more than 128 characters cannot be held", async ({ bus }) => {
    const request = { sessionId: "s".repeat(129), waitMs: 0 };
    expect(failureOf(await bus.acceptSession(ORDERED, request)).kind).toBe("invalid-operation");
  }),

  test("a deferred message of a session is received through its session only", async ({ bus }) => {
    await publish(bus, "ordered", ...inSession("s", "a"));
    const session = await acceptSession(bus, ORDERED, "s");
    const { sequenceNumber, ...rest } = await receiveOne(bus, ORDERED, session);
    await settle(bus, [{ ...rest, sequenceNumber }], { kind: "defer" });
    const sequenceNumbers = [sequenceNumber];
    const wrong = await acceptSession(bus, ORDERED, "t");
    const elsewhere = await bus.receiveDeferred(ORDERED, { sequenceNumbers, session: wrong });
    expect(failureOf(elsewhere).kind).toBe("not-found");
    const received = await bus.receiveDeferred(ORDERED, { sequenceNumbers, session });
    expect(idsOf(answerOf(received))).toEqual(["a"]);
  }),

  test(
    "messages of a session expire like others",
    async ({ bus, pass }) => {
      await publish(bus, "ordered", message("a", { sessionId: "s", ttlMs: MINUTE }));
      await pass(MINUTE);
      expect(await idsIn(bus, deadLettersOf(ORDERED))).toEqual(["a"]);
      const next = await bus.acceptSession(ORDERED, { sessionId: null, waitMs: 0 });
      expect(failureOf(next).kind).toBe("no-session-available");
    },
    "time",
  ),

  test("releasing and renewing many sessions answers for each", async ({ bus }) => {
    const s = await acceptSession(bus, ORDERED, "s");
    const t = await acceptSession(bus, ORDERED, "t");
    const guess = { ...t, token: "guess" };
    expect((await bus.renewSessions([guess, s])).map(({ ok }) => ok)).toEqual([false, true]);
    expect((await bus.releaseSessions([s, guess, t])).map(({ ok }) => ok)).toEqual([
      true,
      false,
      true,
    ]);
  }),
];
