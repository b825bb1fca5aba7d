/** Looking without touching. */
import { expect } from "@jest/globals";
import { answerOf, failureOf } from "./answers.ts";
import { idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { deadLettersOf, idsOf, message, READER } from "./messages.ts";
import { bury, settle } from "./settle-ways.ts";

export const PEEKING: readonly BusCase[] = [
  test("peeking shows messages in the order of their numbers", async ({ bus }) => {
    await publish(bus, "work", "a", "b", "c");
    expect(await idsIn(bus, READER)).toEqual(["a", "b", "c"]);
  }),

  test("peeking locks nothing and counts no delivery", async ({ bus }) => {
    await publish(bus, "work", "a");
    await idsIn(bus, READER);
    expect((await receiveOne(bus, READER)).deliveryCount).toBe(1);
  }),

  test("peeking shows the whole message", async ({ bus }) => {
    await publish(bus, "work", message("a", { properties: { x: 1 }, sessionId: "s" }));
    const [seen] = answerOf(await bus.peek(READER, { from: 0, max: 1 }));
    expect(seen).toMatchObject({
      messageId: "a",
      body: "body of a",
      properties: { x: 1 },
      sessionId: "s",
      deliveryCount: 0,
      state: "active",
    });
  }),

  test("peeking goes on from a number", async ({ bus }) => {
    await publish(bus, "work", "a", "b", "c");
    const [first] = answerOf(await bus.peek(READER, { from: 0, max: 1 }));
    const from = (first?.sequenceNumber ?? 0) + 1;
    expect(idsOf(answerOf(await bus.peek(READER, { from, max: 10 })))).toEqual(["b", "c"]);
  }),

  test("peeking shows at most what was asked for", async ({ bus }) => {
    await publish(bus, "work", "a", "b", "c");
    expect(answerOf(await bus.peek(READER, { from: 0, max: 2 }))).toHaveLength(2);
    expect(answerOf(await bus.peek(READER, { from: 0, max: 0 }))).toEqual([]);
  }),

  test("peeking never shows more than 250 at once", async ({ bus }) => {
    await publish(bus, "work", ...Array.from({ length: 260 }, (_, index) => `m${index}`));
    const seen = answerOf(await bus.peek(READER, { from: 0, max: 1_000 }));
    expect(seen).toHaveLength(250);
    const from = (seen.at(-1)?.sequenceNumber ?? 0) + 1;
    expect(answerOf(await bus.peek(READER, { from, max: 1_000 }))).toHaveLength(10);
  }),

  test("peeking shows locked messages too", async ({ bus }) => {
    await publish(bus, "work", "a", "b");
    await receive(bus, READER, 1);
    const seen = answerOf(await bus.peek(READER, { from: 0, max: 10 }));
    expect(seen.map(({ messageId, state }) => [messageId, state])).toEqual([
      ["a", "active"],
      ["b", "active"],
    ]);
  }),

  test("peeking shows deferred messages and says so", async ({ bus }) => {
    await publish(bus, "work", "a");
    await settle(bus, [await receiveOne(bus, READER)], { kind: "defer" });
    const [seen] = answerOf(await bus.peek(READER, { from: 0, max: 10 }));
    expect(seen).toMatchObject({ messageId: "a", state: "deferred", deliveryCount: 1 });
  }),

  test("A-009 (part): dead letters can be looked at with their reasons", async ({ bus }) => {
    await publish(bus, "work", "a");
    await bury(bus, await receiveOne(bus, READER));
    const [seen] = answerOf(await bus.peek(deadLettersOf(READER), { from: 0, max: 10 }));
    expect(seen?.properties["DeadLetterReason"]).toBe("Poison");
  }),

  test("an empty subscription shows nothing", async ({ bus }) => {
    expect(answerOf(await bus.peek(READER, { from: 0, max: 10 }))).toEqual([]);
  }),

  test("peeking into a subscription that does not exist names it", async ({ bus }) => {
    const nowhere = { topic: "work", subscription: "nowhere" };
    const failure = failureOf(await bus.peek(nowhere, { from: 0, max: 1 }));
    expect(failure).toEqual({ kind: "unknown-entity", entity: "work/nowhere" });
  }),

  test("a session subscription can be peeked without holding a session", async ({ bus }) => {
    await publish(bus, "ordered", message("a", { sessionId: "s" }));
    expect(await idsIn(bus, { topic: "ordered", subscription: "by-session" })).toEqual(["a"]);
  }),
];
