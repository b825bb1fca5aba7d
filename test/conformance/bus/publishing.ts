/** What is published arrives, as it was, once per subscription that takes it. */
import { expect } from "@jest/globals";
import { answerOf, failureOf } from "./answers.ts";
import { publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { idsOf, message, READER } from "./messages.ts";
import { complete } from "./settle-ways.ts";

const FIRST = { topic: "pair", subscription: "first" };
const SECOND = { topic: "pair", subscription: "second" };

export const PUBLISHING: readonly BusCase[] = [
  test("a message arrives with its id, body and properties", async ({ bus }) => {
    const properties = { WorkerId: "west", attempt: 3, urgent: true, ratio: 0.5 };
    await publish(bus, "work", message("a", { body: '{"größe":1}', properties }));
    const received = await receiveOne(bus, READER);
    expect(received).toMatchObject({ messageId: "a", body: '{"größe":1}', properties });
  }),

  test("A-011 (part): a correlation id and the other system properties arrive", async ({ bus }) => {
    const system = { correlationId: "c-1", subject: "s", contentType: "application/json" };
    await publish(bus, "work", message("a", { system }));
    expect((await receiveOne(bus, READER)).system).toMatchObject(system);
  }),

  test("a message without a session says so", async ({ bus }) => {
    await publish(bus, "work", "a");
    expect((await receiveOne(bus, READER)).sessionId).toBeNull();
  }),

  test("a session id arrives also where nobody asked for sessions", async ({ bus }) => {
    await publish(bus, "work", message("a", { sessionId: "s1" }));
    expect((await receiveOne(bus, READER)).sessionId).toBe("s1");
  }),

  test("many messages are published in one call and all accepted", async ({ bus }) => {
    const many = Array.from({ length: 300 }, (_, index) => message(`m${index}`));
    expect(answerOf(await bus.publish("work", many))).toEqual({ accepted: 300 });
    const received = await receive(bus, READER, 1_000);
    expect(new Set(idsOf(received)).size).toBe(300);
  }),

  test("publishing nothing is accepted and delivers nothing", async ({ bus }) => {
    expect(answerOf(await bus.publish("work", []))).toEqual({ accepted: 0 });
    expect(await receive(bus, READER)).toEqual([]);
  }),

  test("each subscription gets a copy of its own", async ({ bus }) => {
    await publish(bus, "pair", "a");
    await complete(bus, await receiveOne(bus, FIRST));
    expect(await receive(bus, FIRST)).toEqual([]);
    expect((await receiveOne(bus, SECOND)).messageId).toBe("a");
  }),

  test("copies of one message have the same number and are counted apart", async ({ bus }) => {
    await publish(bus, "pair", "a");
    const first = await receiveOne(bus, FIRST);
    await bus.settle([{ kind: "abandon", lock: first.lock }]);
    expect((await receiveOne(bus, FIRST)).deliveryCount).toBe(2);
    const second = await receiveOne(bus, SECOND);
    expect(second.deliveryCount).toBe(1);
    expect(second.sequenceNumber).toBe(first.sequenceNumber);
  }),

  test("sequence numbers of a topic increase in the order of publishing", async ({ bus }) => {
    await publish(bus, "work", "a", "b");
    await publish(bus, "work", "c");
    const numbers = (await receive(bus, READER)).map(({ sequenceNumber }) => sequenceNumber);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(3);
  }),

  test("topics number their messages apart", async ({ bus }) => {
    await publish(bus, "work", "a", "b", "c");
    const before = (await receive(bus, READER)).map(({ sequenceNumber }) => sequenceNumber);
    await publish(bus, "pair", "d");
    await publish(bus, "work", "e");
    const after = await receiveOne(bus, READER);
    expect(after.sequenceNumber).toBe(Math.max(...before) + 1);
  }),

  test("R20 (part): what no subscription takes is dropped, and the publisher sees success", async ({
    bus,
  }) => {
    expect(answerOf(await bus.publish("deaf", [message("a")]))).toEqual({ accepted: 1 });
    expect(await receive(bus, { topic: "deaf", subscription: "never" })).toEqual([]);
  }),

  test(
    "R20 (part): dropped messages are counted, so that somebody can notice",
    async ({ bus, counts }) => {
      await publish(bus, "deaf", "a", "b");
      expect((await counts("deaf")).dropped).toBe(2);
    },
    "counts",
  ),

  test("a topic that does not exist is refused by its name", async ({ bus }) => {
    const failure = failureOf(await bus.publish("nowhere", [message("a")]));
    expect(failure).toEqual({ kind: "unknown-entity", entity: "nowhere" });
  }),

  test("names of topics and subscriptions are found whatever their case", async ({ bus }) => {
    await publish(bus, "WORK", "a");
    const received = await receiveOne(bus, { topic: "Work", subscription: "READER" });
    expect(received.messageId).toBe("a");
  }),

  test("what a publisher does to its object afterwards does not reach the reader", async ({
    bus,
  }) => {
    const properties: Record<string, string> = { colour: "red" };
    await publish(bus, "work", message("a", { properties }));
    properties["colour"] = "blue";
    expect((await receiveOne(bus, READER)).properties).toEqual({ colour: "red" });
  }),

  test("a property named like the machinery of objects is an ordinary property", async ({
    bus,
  }) => {
    const properties = JSON.parse('{"__proto__":"x","constructor":"y"}');
    await publish(bus, "work", message("a", { properties }));
    const received = await receiveOne(bus, READER);
    expect(Object.entries(received.properties).sort()).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  }),

  test("the time of arrival is the broker's", async ({ bus, now }) => {
    await publish(bus, "work", "a");
    const { enqueuedAt } = await receiveOne(bus, READER);
    expect(Math.abs(enqueuedAt.getTime() - now().getTime())).toBeLessThan(60_000);
  }),
];
