/** The broker on a machine whose clock is set. */
import { expect, test } from "@jest/globals";
import { inMemoryBroker } from "../../../../runtime/bus/embedded/in-memory.ts";
import type { Result } from "../../../../runtime/contract/result.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { publish, receive, receiveOne } from "../../../conformance/bus/asking.ts";
import { HOUR, MINUTE, SUITE_ENTITIES } from "../../../conformance/bus/entities.ts";
import { idsOf, message, READER } from "../../../conformance/bus/messages.ts";
import { machineAt } from "../../time/machine.ts";

const START = new Date("2026-03-01T08:00:00.000Z");

function open() {
  const machine = machineAt(START);
  let ids = 0;
  const broker = inMemoryBroker(machine.clock, () => {
    ids += 1;
    return `id-${ids}`;
  });
  answerOf(broker.configure(SUITE_ENTITIES));
  return { ...machine, bus: broker.connect("one"), other: broker.connect("two") };
}

/** What was answered by now; a receiver that still waits is an error. */
async function served<Value>(waiting: Promise<Result<Value, unknown>>): Promise<Value> {
  const still = new Promise<null>((resolve) => setImmediate(() => resolve(null)));
  const answer = await Promise.race([waiting, still]);
  if (answer === null) throw new Error("it still waits");
  return answerOf(answer);
}

test("R43: a lock given before the clock was set back runs out when it should", async () => {
  const { bus, other, set, pass } = open();
  await publish(bus, "work", "a");
  await receiveOne(bus, READER);
  set(-HOUR);
  expect(await receive(other, READER)).toEqual([]);
  pass(MINUTE - 1_000);
  expect(await receive(other, READER)).toEqual([]);
  pass(1_000);
  expect(await receiveOne(other, READER)).toMatchObject({ messageId: "a", deliveryCount: 2 });
});

test("R43: who waits for such a lock is served when it runs out", async () => {
  const { bus, other, set, pass } = open();
  await publish(bus, "work", "a");
  await receiveOne(bus, READER);
  const waiting = other.receive(READER, { max: 1, waitMs: 10 * MINUTE });
  set(-HOUR);
  pass(MINUTE);
  expect(idsOf(await served(waiting))).toEqual(["a"]);
});

test("R43: a lock given after it was set back holds as long as any, as does a wait", async () => {
  const { bus, other, set, pass } = open();
  await publish(bus, "work", "first", "second");
  await receive(bus, READER, 1);
  set(-HOUR);
  await receive(bus, READER, 1);
  const waiting = other.receive(READER, { max: 1, waitMs: 30_000 });
  pass(30_000);
  expect(await served(waiting)).toEqual([]);
  pass(30_000);
  expect(idsOf(await receive(other, READER, 5))).toEqual(["first", "second"]);
});

test("a clock set ahead makes a message for later a minute late at most", async () => {
  const { bus, other, clock, set, pass } = open();
  const notBefore = new Date(clock.now().getTime() + 2 * HOUR);
  await publish(bus, "work", message("later", { notBefore }));
  const waiting = other.receive(READER, { max: 1, waitMs: 10 * HOUR });
  set(2 * HOUR);
  pass(MINUTE);
  expect(idsOf(await served(waiting))).toEqual(["later"]);
});
