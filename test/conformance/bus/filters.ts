/** Who gets which message: correlation and SQL filters, one copy per subscription. */
import { expect } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import type { Properties } from "../../../runtime/contract/messages/properties.ts";
import { idsIn, publish, receiveOne } from "./asking.ts";
import { type BusCase, busCase as test } from "./bus-case.ts";
import { deadLettersOf, message } from "./messages.ts";

const of = (subscription: string) => ({ topic: "colours", subscription });

async function takenBy(bus: Bus, properties: Properties): Promise<readonly string[]> {
  await publish(bus, "colours", message("a", { properties }));
  const names = ["red", "large-blue", "either", "rich"];
  const taken = await Promise.all(names.map((name) => idsIn(bus, of(name))));
  return names.filter((_, index) => taken[index]?.length === 1);
}

export const FILTERS: readonly BusCase[] = [
  test("X-74 (part): a correlation filter takes a message whose property equals its value", async ({
    bus,
  }) => {
    expect(await takenBy(bus, { colour: "red" })).toEqual(["red", "either"]);
  }),

  test("a correlation filter with several properties wants all of them", async ({ bus }) => {
    expect(await takenBy(bus, { colour: "blue", size: "small" })).toEqual(["either"]);
  }),

  test("a correlation filter takes a message that has all its properties and more", async ({
    bus,
  }) => {
    const properties = { colour: "blue", size: "large", note: "x" };
    expect(await takenBy(bus, properties)).toEqual(["large-blue", "either"]);
  }),

  test("a correlation filter tells values apart by case", async ({ bus }) => {
    expect(await takenBy(bus, { colour: "Red" })).toEqual([]);
  }),

  test("a correlation filter does not take a number for a text", async ({ bus }) => {
    expect(await takenBy(bus, { colour: 1 })).toEqual([]);
  }),

  test("a message without the property is not taken", async ({ bus }) => {
    expect(await takenBy(bus, {})).toEqual([]);
  }),

  test("M-037 (part): an SQL filter compares properties", async ({ bus }) => {
    expect(await takenBy(bus, { colour: "blue" })).toEqual(["either"]);
  }),

  test("an SQL filter combines conditions", async ({ bus }) => {
    expect(await takenBy(bus, { amount: 100, region: "north" })).toEqual(["either", "rich"]);
  }),

  test("an SQL filter does not take what fails one of its conditions", async ({ bus }) => {
    expect(await takenBy(bus, { amount: 100, region: "west" })).toEqual(["either"]);
  }),

  test("a condition on a missing property is unknown, and unknown does not take", async ({
    bus,
  }) => {
    expect(await takenBy(bus, { region: "north" })).toEqual([]);
  }),

  test("several filters that take the same message make one copy", async ({ bus }) => {
    await publish(bus, "colours", message("a", { properties: { colour: "red", amount: 50 } }));
    expect(await idsIn(bus, of("either"))).toEqual(["a"]);
  }),

  test("an SQL filter sees system properties", async ({ bus }) => {
    await publish(bus, "colours", message("a", { system: { subject: "order-7" } }), "b");
    expect((await receiveOne(bus, of("labelled"))).messageId).toBe("a");
  }),

  test("a message that breaks a filter becomes a dead letter of that subscription", async ({
    bus,
  }) => {
    await publish(bus, "colours", message("a", { properties: { amount: 0 } }));
    expect(await idsIn(bus, of("quotient"))).toEqual([]);
    const dead = await receiveOne(bus, deadLettersOf(of("quotient")));
    expect(dead.properties["DeadLetterReason"]).toBe("FilterEvaluationException");
  }),

  test("filters look at a message when it is enqueued, not when its properties change", async ({
    bus,
  }) => {
    await publish(bus, "colours", message("a", { properties: { colour: "red" } }));
    const { lock } = await receiveOne(bus, of("red"));
    await bus.settle([{ kind: "abandon", lock, changes: { colour: "green" } }]);
    expect((await receiveOne(bus, of("red"))).properties).toEqual({ colour: "green" });
  }),
];
