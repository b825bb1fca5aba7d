/** R31: what is too large for the bus is refused before it is on it. */
import { expect } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import type { MessageId } from "../../../runtime/contract/message-id.ts";
import { answerOf, failureOf } from "./answers.ts";
import { publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { message, READER } from "./messages.ts";
import { complete } from "./settle-ways.ts";

const SPACE = LIMITS.messageBytes - LIMITS.messageOverheadBytes;

export const LIMITS_OF_MESSAGES: readonly BusCase[] = [
  test("R31 (part): a message of exactly the allowed size arrives whole", async ({ bus }) => {
    const body = "x".repeat(SPACE);
    await publish(bus, "work", message("a", { body }));
    expect((await receiveOne(bus, READER)).body).toBe(body);
  }),

  test("R31 (part): a message one byte too large is refused with both sizes", async ({ bus }) => {
    const body = "x".repeat(SPACE + 1);
    expect(failureOf(await bus.publish("work", [message("a", { body })]))).toMatchObject({
      kind: "message-too-large",
      index: 0,
      bytes: LIMITS.messageBytes + 1,
      bytesMax: LIMITS.messageBytes,
    });
  }),

  test("R31 (part): size is counted in bytes, not in characters", async ({ bus }) => {
    const body = "é".repeat(SPACE / 2 + 1);
    const failure = failureOf(await bus.publish("work", [message("a", { body })]));
    expect(failure.kind).toBe("message-too-large");
  }),

  test("R31 (part): one message too large means that none of the call is accepted", async ({
    bus,
  }) => {
    const large = message("b", { body: "x".repeat(SPACE + 1) });
    const failure = failureOf(await bus.publish("work", [message("a"), large, message("c")]));
    expect(failure).toMatchObject({ kind: "message-too-large", index: 1 });
    expect(await receive(bus, READER)).toEqual([]);
  }),

  test("R31 (part): a property of more than 32 KB is refused", async ({ bus }) => {
    const properties = { note: "x".repeat(LIMITS.propertyBytes) };
    const failure = failureOf(await bus.publish("work", [message("a", { properties })]));
    expect(failure).toMatchObject({ kind: "property-too-large", index: 0 });
  }),

  test("R31 (part): properties of more than 64 KB together are refused", async ({ bus }) => {
    const text = "x".repeat(30_000);
    const properties = { a: text, b: text, c: text };
    const failure = failureOf(await bus.publish("work", [message("a", { properties })]));
    expect(failure).toMatchObject({ kind: "properties-too-large", index: 0 });
  }),

  test("R31 (part): a message id of 128 characters is accepted, a longer one is not", async ({
    bus,
  }) => {
    await publish(bus, "work", "i".repeat(128));
    // Past the type on purpose: a program in another language might send it.
    const longer = { ...message("a"), messageId: `${"i".repeat(129)}` as MessageId };
    const failure = failureOf(await bus.publish("work", [longer]));
    expect(failure).toMatchObject({ kind: "malformed-message", index: 0 });
  }),

  test("a message id that is empty is refused", async ({ bus }) => {
    const failure = failureOf(
      await bus.publish("work", [{ ...message("a"), messageId: "" as MessageId }]),
    );
    expect(failure).toMatchObject({ kind: "malformed-message", index: 0 });
  }),

  test("R31 (part): a session id of more than 128 characters is refused", async ({ bus }) => {
    const sessionId = "s".repeat(129);
    const failure = failureOf(await bus.publish("work", [message("a", { sessionId })]));
    expect(failure).toMatchObject({ kind: "malformed-message", index: 0 });
  }),

  test("a time to live of nothing is refused", async ({ bus }) => {
    const failure = failureOf(await bus.publish("work", [message("a", { ttlMs: 0 })]));
    expect(failure).toMatchObject({ kind: "malformed-message", index: 0 });
  }),

  test("R31 (part): a message that is too large cannot be scheduled either", async ({
    bus,
    now,
  }) => {
    const large = message("a", { body: "x".repeat(SPACE + 1) });
    const failure = failureOf(await bus.schedule("work", [{ ...large, notBefore: now() }]));
    expect(failure).toMatchObject({ kind: "message-too-large", index: 0 });
  }),

  test(
    "R31 (part): a full topic refuses more, and accepts again when there is room",
    async ({ bus }) => {
      const reader = { topic: "tiny", subscription: "reader" };
      await publish(bus, "tiny", message("a", { body: "x".repeat(3_000) }));
      const more = message("b", { body: "x".repeat(3_000) });
      const failure = failureOf(await bus.publish("tiny", [more]));
      expect(failure).toMatchObject({ kind: "quota-exceeded", bytesMax: 4_096 });
      await complete(bus, await receiveOne(bus, reader));
      expect(answerOf(await bus.publish("tiny", [more]))).toEqual({ accepted: 1 });
    },
    "small-topic",
  ),

  test(
    "a scheduled message takes room in its topic until it is cancelled",
    async ({ bus, now }) => {
      const notBefore = new Date(now().getTime() + 3_600_000);
      const large = message("a", { body: "x".repeat(3_000) });
      const [number = 0] = answerOf(await bus.schedule("tiny", [{ ...large, notBefore }]));
      expect(failureOf(await bus.publish("tiny", [large])).kind).toBe("quota-exceeded");
      answerOf((await bus.cancelScheduled("tiny", [number]))[0]);
      expect(answerOf(await bus.publish("tiny", [large]))).toEqual({ accepted: 1 });
    },
    "small-topic",
  ),
];
