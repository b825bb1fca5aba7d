/** Deferred messages wait aside until somebody asks for them by number. */
import { expect } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { answerOf, failureOf } from "./answers.ts";
import { idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { MINUTE } from "./entities.ts";
import { deadLettersOf, idsOf, message, READER } from "./messages.ts";
import { abandon, bury, complete, settle } from "./settle-ways.ts";

async function deferOne(bus: Bus, id: string): Promise<number> {
  await publish(bus, "work", id);
  const received = await receiveOne(bus, READER);
  await settle(bus, [received], { kind: "defer" });
  return received.sequenceNumber;
}

const ask = (bus: Bus, ...sequenceNumbers: readonly number[]) =>
  bus.receiveDeferred(READER, { sequenceNumbers });

export const DEFERRAL: readonly BusCase[] = [
  test(
    "a deferred message is not delivered by itself",
    async ({ bus, pass }) => {
      await deferOne(bus, "a");
      await pass(10 * MINUTE);
      expect(await receive(bus, READER)).toEqual([]);
    },
    "time",
  ),

  test("a deferred message is received by its number", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    expect(idsOf(answerOf(await ask(bus, number)))).toEqual(["a"]);
  }),

  test("several deferred messages are received in one call", async ({ bus }) => {
    const numbers = [await deferOne(bus, "a"), await deferOne(bus, "b"), await deferOne(bus, "c")];
    expect(idsOf(answerOf(await ask(bus, ...numbers))).toSorted()).toEqual(["a", "b", "c"]);
  }),

  test("a deferred message that was received can be completed", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    await complete(bus, ...answerOf(await ask(bus, number)));
    expect(await idsIn(bus, READER)).toEqual([]);
  }),

  test("receiving a deferred message counts as a delivery", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    expect(answerOf(await ask(bus, number))[0]?.deliveryCount).toBe(2);
  }),

  test("a deferred message that is received is locked", async ({ bus, other }) => {
    const number = await deferOne(bus, "a");
    answerOf(await ask(bus, number));
    expect(failureOf(await ask(other, number)).kind).toBe("not-found");
  }),

  test("a deferred message stays deferred when it is abandoned", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    await abandon(bus, ...answerOf(await ask(bus, number)));
    expect(await receive(bus, READER)).toEqual([]);
    expect(idsOf(answerOf(await ask(bus, number)))).toEqual(["a"]);
  }),

  test(
    "a deferred message stays deferred when its lock runs out",
    async ({ bus, pass }) => {
      const number = await deferOne(bus, "a");
      answerOf(await ask(bus, number));
      await pass(MINUTE);
      expect(await receive(bus, READER)).toEqual([]);
      expect(idsOf(answerOf(await ask(bus, number)))).toEqual(["a"]);
    },
    "time",
  ),

  test("a deferred message may be deferred again", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    await settle(bus, answerOf(await ask(bus, number)), { kind: "defer" });
    expect(idsOf(answerOf(await ask(bus, number)))).toEqual(["a"]);
  }),

  test("a deferred message that uses up its deliveries becomes a dead letter", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    await abandon(bus, ...answerOf(await ask(bus, number)));
    await abandon(bus, ...answerOf(await ask(bus, number)));
    expect(await idsIn(bus, deadLettersOf(READER))).toEqual(["a"]);
    expect(failureOf(await ask(bus, number)).kind).toBe("not-found");
  }),

  test("a deferred message can be dead-lettered", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    await bury(bus, ...answerOf(await ask(bus, number)));
    expect(await idsIn(bus, deadLettersOf(READER))).toEqual(["a"]);
  }),

  test("deferring merges property changes", async ({ bus }) => {
    await publish(bus, "work", message("a", { properties: { kept: 1 } }));
    const received = await receiveOne(bus, READER);
    await settle(bus, [received], { kind: "defer", changes: { until: "later" } });
    const [again] = answerOf(await ask(bus, received.sequenceNumber));
    expect(again?.properties).toEqual({ kept: 1, until: "later" });
  }),

  test("numbers that are not there are listed, and the others are not locked", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    const failure = failureOf(await ask(bus, number, number + 70, number + 71));
    expect(failure).toEqual({
      kind: "not-found",
      sequenceNumbers: [number + 70, number + 71],
    });
    expect(answerOf(await ask(bus, number))).toHaveLength(1);
  }),

  test("a message that is not deferred is not received by its number", async ({ bus }) => {
    await publish(bus, "work", "a");
    const [seen] = answerOf(await bus.peek(READER, { from: 0, max: 1 }));
    expect(failureOf(await ask(bus, seen?.sequenceNumber ?? 0)).kind).toBe("not-found");
  }),

  test("asking for the same number twice in a call gives one message", async ({ bus }) => {
    const number = await deferOne(bus, "a");
    expect(answerOf(await ask(bus, number, number))).toHaveLength(1);
  }),

  test("a dead letter can be deferred and received by its number", async ({ bus }) => {
    await publish(bus, "work", "a");
    await bury(bus, await receiveOne(bus, READER));
    const dead = deadLettersOf(READER);
    const received = await receiveOne(bus, dead);
    await settle(bus, [received], { kind: "defer" });
    expect(await receive(bus, dead)).toEqual([]);
    const sequenceNumbers = [received.sequenceNumber];
    expect(answerOf(await bus.receiveDeferred(dead, { sequenceNumbers }))).toHaveLength(1);
  }),
];
