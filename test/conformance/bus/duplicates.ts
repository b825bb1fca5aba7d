/** The duplicate window: by message id, per topic, for a while. */
import { expect } from "@jest/globals";
import { answerOf } from "./answers.ts";
import { idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { HOUR, MINUTE } from "./entities.ts";
import { idsOf, message, READER } from "./messages.ts";
import { complete } from "./settle-ways.ts";

const ONCE = { topic: "once", subscription: "reader" };

export const DUPLICATES: readonly BusCase[] = [
  test("R07 (part): a message published twice within the window is there once", async ({
    bus,
    other,
  }) => {
    await publish(bus, "once", "a");
    await publish(other, "once", "a");
    expect(await idsIn(bus, ONCE)).toEqual(["a"]);
  }),

  test("the publisher of a duplicate sees success", async ({ bus }) => {
    await publish(bus, "once", "a");
    expect(answerOf(await bus.publish("once", [message("a")]))).toEqual({ accepted: 1 });
  }),

  test("the first one counts: body and properties of a duplicate are not looked at", async ({
    bus,
  }) => {
    await publish(bus, "once", message("a", { body: "first" }));
    await publish(bus, "once", message("a", { body: "second" }));
    expect((await receiveOne(bus, ONCE)).body).toBe("first");
  }),

  test("a duplicate is left out also after the first was completed", async ({ bus }) => {
    await publish(bus, "once", "a");
    await complete(bus, await receiveOne(bus, ONCE));
    await publish(bus, "once", "a");
    expect(await receive(bus, ONCE)).toEqual([]);
  }),

  test("of two alike in one call the second is left out", async ({ bus }) => {
    await publish(bus, "once", "a", "b", "a");
    expect(idsOf(await receive(bus, ONCE))).toEqual(["a", "b"]);
  }),

  test("a duplicate takes none of the others in its call along", async ({ bus }) => {
    await publish(bus, "once", "a");
    await publish(bus, "once", "a", "b");
    expect(await idsIn(bus, ONCE)).toEqual(["a", "b"]);
  }),

  test(
    "R12 (part): after the window the same id is a new message",
    async ({ bus, pass }) => {
      await publish(bus, "once", "a");
      await pass(10 * MINUTE);
      await publish(bus, "once", "a");
      expect(await idsIn(bus, ONCE)).toEqual(["a", "a"]);
    },
    "time",
  ),

  test(
    "the window lasts to its last moment",
    async ({ bus, pass }) => {
      await publish(bus, "once", "a");
      await pass(10 * MINUTE - 1);
      await publish(bus, "once", "a");
      expect(await idsIn(bus, ONCE)).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "a duplicate does not prolong the window",
    async ({ bus, pass }) => {
      await publish(bus, "once", "a");
      await pass(9 * MINUTE);
      await publish(bus, "once", "a");
      await pass(MINUTE);
      await publish(bus, "once", "a");
      expect(await idsIn(bus, ONCE)).toEqual(["a", "a"]);
    },
    "time",
  ),

  test("R11 (part): polls with ids of their own are never taken for duplicates", async ({
    bus,
  }) => {
    await publish(bus, "once", "step-7-attempt-1-poll-1", "step-7-attempt-1-poll-2");
    expect(await idsIn(bus, ONCE)).toHaveLength(2);
  }),

  test("ids that differ by case are different", async ({ bus }) => {
    await publish(bus, "once", "a", "A");
    expect(await idsIn(bus, ONCE)).toEqual(["a", "A"]);
  }),

  test("a topic without a window takes the same id any number of times", async ({ bus }) => {
    await publish(bus, "work", "a", "a");
    await publish(bus, "work", "a");
    expect(await idsIn(bus, READER)).toEqual(["a", "a", "a"]);
  }),

  test("topics know nothing of each other's ids", async ({ bus }) => {
    await publish(bus, "once", "a");
    await publish(bus, "orchestrator-events", "a");
    const events = { topic: "orchestrator-events", subscription: "orchestrator" };
    expect(await idsIn(bus, events)).toEqual(["a"]);
  }),

  test(
    "a scheduled message counts from when it was scheduled",
    async ({ bus, now, pass }) => {
      const notBefore = new Date(now().getTime() + HOUR);
      answerOf(await bus.schedule("once", [{ ...message("a"), notBefore }]));
      await publish(bus, "once", "a");
      expect(await idsIn(bus, ONCE)).toEqual([]);
      await pass(HOUR);
      expect(await idsIn(bus, ONCE)).toEqual(["a"]);
    },
    "time",
  ),

  test(
    "duplicates that were left out are counted",
    async ({ bus, counts }) => {
      await publish(bus, "once", "a", "a", "b");
      await publish(bus, "once", "b");
      expect((await counts("once")).duplicates).toBe(2);
    },
    "counts",
  ),

  test("a refused call leaves no ids behind", async ({ bus }) => {
    const large = message("b", { body: "x".repeat(300_000) });
    expect((await bus.publish("once", [message("a"), large])).ok).toBe(false);
    await publish(bus, "once", "a");
    expect(await idsIn(bus, ONCE)).toEqual(["a"]);
  }),
];
