/** Hosts come and go; what they held comes back. */
import { expect } from "@jest/globals";
import { failureOf } from "./answers.ts";
import { acceptSession, idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { HOUR } from "./entities.ts";
import { deadLettersOf, idsOf, message, READER } from "./messages.ts";

const ORDERED = { topic: "ordered", subscription: "by-session" };

export const HOSTS: readonly BusCase[] = [
  test(
    "what a dead host held is delivered again at once, with one more delivery",
    async ({ bus, other, hostDies }) => {
      await publish(bus, "work", "a");
      await receiveOne(bus, READER);
      await hostDies();
      expect(await receiveOne(other, READER)).toMatchObject({ messageId: "a", deliveryCount: 2 });
    },
    "host-death",
  ),

  test(
    "what other hosts hold is not touched by the death of one",
    async ({ bus, other, hostDies }) => {
      await publish(bus, "work", "a", "b");
      await receive(bus, READER, 1);
      const held = await receive(other, READER, 1);
      await hostDies();
      const results = await other.settle(held.map(({ lock }) => ({ kind: "complete", lock })));
      expect(results.map(({ ok }) => ok)).toEqual([true]);
    },
    "host-death",
  ),

  test(
    "messages a host died with are handed out one at a time",
    async ({ bus, other, hostDies }) => {
      await publish(bus, "work", "a", "b", "c");
      await receive(bus, READER, 2);
      await hostDies();
      const rounds = [];
      for (let round = 0; round < 3; round += 1) rounds.push(idsOf(await receive(other, READER)));
      expect(rounds).toEqual([["a"], ["b"], ["c"]]);
    },
    "host-death",
  ),

  test(
    "a suspect that was abandoned is no longer handed out alone",
    async ({ bus, other, hostDies }) => {
      await publish(bus, "work", "a", "b");
      await receive(bus, READER, 1);
      await hostDies();
      const [suspect] = await receive(other, READER);
      if (suspect !== undefined) await other.settle([{ kind: "abandon", lock: suspect.lock }]);
      expect(idsOf(await receive(other, READER))).toEqual(["a", "b"]);
    },
    "host-death",
  ),

  test(
    "A-008 (part): a message that kills its host every time ends among the dead letters",
    async ({ bus, other, hostDies }) => {
      await publish(bus, "work", "poison", "b", "c");
      for (let delivery = 1; delivery <= 3; delivery += 1) {
        await receive(bus, READER);
        await hostDies();
      }
      expect(await idsIn(other, deadLettersOf(READER))).toEqual(["poison"]);
      expect(await idsIn(other, READER)).toEqual(["b", "c"]);
    },
    "host-death",
  ),

  test(
    "a dead host's sessions are free, and their messages come again in order",
    async ({ bus, other, hostDies }) => {
      await publish(bus, "ordered", ...["a", "b"].map((id) => message(id, { sessionId: "s" })));
      const session = await acceptSession(bus, ORDERED, "s");
      await receive(bus, ORDERED, 10, session);
      await hostDies();
      const again = await acceptSession(other, ORDERED);
      const first = await receive(other, ORDERED, 10, again);
      const second = await receive(other, ORDERED, 10, again);
      expect([...idsOf(first), ...idsOf(second)]).toEqual(["a", "b"]);
    },
    "host-death",
  ),

  test(
    "a dead host that waited takes no message",
    async ({ bus, other, hostDies }) => {
      void bus.receive(READER, { max: 1, waitMs: HOUR });
      await hostDies();
      await publish(other, "work", "a");
      expect((await receiveOne(other, READER)).deliveryCount).toBe(1);
    },
    "host-death",
  ),

  test(
    "a settlement of a dead host that arrives late is refused",
    async ({ bus, other, hostDies }) => {
      await publish(bus, "work", "a");
      const { lock } = await receiveOne(bus, READER);
      await hostDies();
      const [late] = await other.settle([{ kind: "complete", lock }]);
      expect(failureOf(late).kind).toBe("lock-lost");
    },
    "host-death",
  ),

  test(
    "A-012 (part): the counts say where every message is",
    async ({ bus, counts, now }) => {
      await publish(bus, "work", "a", "b", "c", "d");
      const [a, b, c] = await receive(bus, READER, 3);
      if (!a || !b || !c) throw new Error("three messages were expected");
      await bus.settle([
        { kind: "defer", lock: a.lock },
        { kind: "dead-letter", lock: b.lock, reason: "r", description: "d" },
      ]);
      await publish(bus, "work", message("e", { notBefore: new Date(now().getTime() + HOUR) }));
      expect(await counts("work")).toMatchObject({
        scheduled: 1,
        subscriptions: { reader: { ready: 1, locked: 1, deferred: 1, dead: 1 } },
      });
    },
    "counts",
  ),

  test(
    "the counts of a session subscription say where every message is",
    async ({ bus, counts }) => {
      await publish(bus, "ordered", ...["a", "b"].map((id) => message(id, { sessionId: "s" })));
      const session = await acceptSession(bus, ORDERED, "s");
      await receive(bus, ORDERED, 1, session);
      const { subscriptions } = await counts("ordered");
      expect(subscriptions["by-session"]).toEqual({ ready: 1, locked: 1, deferred: 0, dead: 0 });
    },
    "counts",
  ),

  test(
    "a stopped broker turns away who waits, and everybody after",
    async ({ bus, stop }) => {
      await publish(bus, "work", "a");
      const { lock } = await receiveOne(bus, READER);
      const session = await acceptSession(bus, ORDERED, "s");
      const waiting = bus.receive(READER, { max: 1, waitMs: HOUR });
      const accepting = bus.acceptSession(ORDERED, { sessionId: null, waitMs: HOUR });
      await stop();
      const notBefore = new Date(0);
      const answers = [
        await waiting,
        await accepting,
        await bus.publish("work", [message("b")]),
        await bus.schedule("work", [{ ...message("b"), notBefore }]),
        ...(await bus.cancelScheduled("work", [1])),
        await bus.receive(READER, { max: 1, waitMs: 0 }),
        await bus.receiveDeferred(READER, { sequenceNumbers: [1] }),
        await bus.peek(READER, { from: 0, max: 1 }),
        ...(await bus.settle([{ kind: "complete", lock }])),
        ...(await bus.renew([lock])),
        await bus.acceptSession(ORDERED, { sessionId: "t", waitMs: 0 }),
        ...(await bus.renewSessions([session])),
        ...(await bus.releaseSessions([session])),
        await bus.readSessionState(session),
        await bus.writeSessionState(session, null),
      ];
      expect(answers.map((each) => failureOf<unknown, { kind: string }>(each).kind)).toEqual(
        answers.map(() => "unavailable"),
      );
    },
    "stop",
  ),

  test(
    "messages before a suspect are handed out without it",
    async ({ bus, other, hostDies }) => {
      await publish(bus, "work", "a", "b");
      const [first] = await receive(other, READER, 1);
      await receive(bus, READER, 1);
      await hostDies();
      if (first !== undefined) await other.settle([{ kind: "abandon", lock: first.lock }]);
      expect(idsOf(await receive(other, READER))).toEqual(["a"]);
      expect(idsOf(await receive(other, READER))).toEqual(["b"]);
    },
    "host-death",
  ),
];
