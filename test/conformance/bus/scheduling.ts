/** Messages for later. */
import { expect } from "@jest/globals";
import { answerOf, failureOf } from "./answers.ts";
import { idsIn, publish, receive, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test, type World } from "./bus-case.ts";
import { HOUR, MINUTE } from "./entities.ts";
import { idsOf, message, READER } from "./messages.ts";

const inOneHour = ({ now }: Pick<World, "now">): Date => new Date(now().getTime() + HOUR);

export const SCHEDULING: readonly BusCase[] = [
  test(
    "M-044 (part): a message published for later arrives then, not before",
    async ({ bus, now, pass }) => {
      await publish(bus, "work", message("a", { notBefore: inOneHour({ now }) }));
      await pass(HOUR - 1);
      expect(await receive(bus, READER)).toEqual([]);
      await pass(1);
      expect((await receiveOne(bus, READER)).messageId).toBe("a");
    },
    "time",
  ),

  test("a message published for a time that has passed arrives at once", async ({ bus, now }) => {
    await publish(bus, "work", message("a", { notBefore: new Date(now().getTime() - HOUR) }));
    expect((await receiveOne(bus, READER)).messageId).toBe("a");
  }),

  test("scheduling answers with a number for each message, in order", async ({ bus, now }) => {
    const notBefore = inOneHour({ now });
    const numbers = answerOf(
      await bus.schedule("work", [
        { ...message("a"), notBefore },
        { ...message("b"), notBefore },
      ]),
    );
    expect(numbers).toHaveLength(2);
    expect(numbers[0]).toBeLessThan(numbers[1] ?? 0);
  }),

  test(
    "a scheduled message gets a new number when it arrives",
    async ({ bus, now, pass }) => {
      const notBefore = inOneHour({ now });
      const [number] = answerOf(await bus.schedule("work", [{ ...message("a"), notBefore }]));
      await pass(HOUR);
      expect((await receiveOne(bus, READER)).sequenceNumber).toBeGreaterThan(number ?? 0);
    },
    "time",
  ),

  test(
    "the order of arrival is that of the times, not that of scheduling",
    async ({ bus, now, pass }) => {
      const later = new Date(now().getTime() + 2 * HOUR);
      await publish(bus, "work", message("late", { notBefore: later }));
      await publish(bus, "work", message("soon", { notBefore: inOneHour({ now }) }), "now");
      await pass(2 * HOUR);
      expect(idsOf(await receive(bus, READER))).toEqual(["now", "soon", "late"]);
    },
    "time",
  ),

  test(
    "messages for the same time arrive in the order of scheduling",
    async ({ bus, now, pass }) => {
      const notBefore = inOneHour({ now });
      await publish(bus, "work", ...["a", "b", "c"].map((id) => message(id, { notBefore })));
      await pass(HOUR);
      expect(idsOf(await receive(bus, READER))).toEqual(["a", "b", "c"]);
    },
    "time",
  ),

  test(
    "a cancelled message never arrives",
    async ({ bus, now, pass }) => {
      const notBefore = inOneHour({ now });
      const numbers = answerOf(
        await bus.schedule("work", [
          { ...message("a"), notBefore },
          { ...message("b"), notBefore },
        ]),
      );
      expect((await bus.cancelScheduled("work", numbers.slice(0, 1))).map(answerOf)).toEqual([
        numbers[0],
      ]);
      await pass(HOUR);
      expect(idsOf(await receive(bus, READER))).toEqual(["b"]);
    },
    "time",
  ),

  test("cancelling twice finds nothing the second time", async ({ bus, now }) => {
    const notBefore = inOneHour({ now });
    const numbers = answerOf(await bus.schedule("work", [{ ...message("a"), notBefore }]));
    answerOf((await bus.cancelScheduled("work", numbers))[0]);
    const [again] = await bus.cancelScheduled("work", numbers);
    expect(failureOf(again)).toEqual({ kind: "not-found", sequenceNumbers: numbers });
  }),

  test(
    "a message that has arrived cannot be cancelled",
    async ({ bus, now, pass }) => {
      const notBefore = inOneHour({ now });
      const numbers = answerOf(await bus.schedule("work", [{ ...message("a"), notBefore }]));
      await pass(HOUR);
      expect(failureOf((await bus.cancelScheduled("work", numbers))[0]).kind).toBe("not-found");
      expect(await idsIn(bus, READER)).toEqual(["a"]);
    },
    "time",
  ),

  test("cancelling answers for each number", async ({ bus, now }) => {
    const notBefore = inOneHour({ now });
    const [number = 0] = answerOf(await bus.schedule("work", [{ ...message("a"), notBefore }]));
    const results = await bus.cancelScheduled("work", [number + 1_000, number]);
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
  }),

  test("scheduling to a topic that does not exist names it", async ({ bus, now }) => {
    const unknown = { kind: "unknown-entity", entity: "nowhere" };
    const notBefore = inOneHour({ now });
    expect(failureOf(await bus.schedule("nowhere", [{ ...message("a"), notBefore }]))).toEqual(
      unknown,
    );
    expect(failureOf((await bus.cancelScheduled("nowhere", [1]))[0])).toEqual(unknown);
  }),

  test(
    "the time to live counts from arrival",
    async ({ bus, now, pass }) => {
      const notBefore = inOneHour({ now });
      await publish(bus, "work", message("a", { notBefore, ttlMs: MINUTE }));
      await pass(HOUR + MINUTE - 1);
      expect(await idsIn(bus, READER)).toEqual(["a"]);
      await pass(1);
      expect(await idsIn(bus, READER)).toEqual([]);
    },
    "time",
  ),

  test(
    "a scheduled message is in no subscription and is counted by its topic",
    async ({ bus, now, counts }) => {
      await publish(bus, "work", message("a", { notBefore: inOneHour({ now }) }));
      expect(await idsIn(bus, READER)).toEqual([]);
      expect((await counts("work")).scheduled).toBe(1);
    },
    "counts",
  ),

  test("a duplicate that is scheduled gets a number under which nothing waits", async ({
    bus,
    now,
  }) => {
    const notBefore = inOneHour({ now });
    await publish(bus, "once", "a");
    const numbers = answerOf(await bus.schedule("once", [{ ...message("a"), notBefore }]));
    expect(numbers).toHaveLength(1);
    expect(failureOf((await bus.cancelScheduled("once", numbers))[0]).kind).toBe("not-found");
  }),
];
