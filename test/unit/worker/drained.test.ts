/** What a worker that was stopped leaves behind, and what the next one makes of it. */
import { describe, expect, test } from "@jest/globals";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import type { Ledger } from "../../../runtime/ledger/ledger.ts";
import { weather } from "./faulty.ts";
import { badBegin, badWithdraw } from "./faulty-ledger.ts";
import { LOOKS_FIRST, ONCE_ONLY } from "./traits.ts";
import { MINUTE, SECOND, turn, workerWorld } from "./worker-world.ts";

const JOB = "step-1-attempt-1";
const DONE = { kind: "succeeded", resultType: "Object", result: {} };

/** What it is asked is done at once; its answers come when the gate opens. */
const late =
  (gate: Promise<void>) =>
  (ledger: Ledger): Ledger => ({
    ...ledger,
    begin: async (jobs) => {
      const began = await ledger.begin(jobs);
      await gate;
      return began;
    },
    recall: async (jobs) => {
      const known = await ledger.recall(jobs);
      await gate;
      return known;
    },
  });

async function outcomes({ results }: Pick<ReturnType<typeof workerWorld>, "results">) {
  return (await results()).map(({ outcome }) => outcome);
}

describe("a worker that was drained while the ledger was asked", () => {
  test("R09 (part): does not run what it may begin too late; the next one does", async () => {
    const world = workerWorld(ONCE_ONLY);
    const gate = Promise.withResolvers<void>();
    const worker = world.start("one", { ledger: late(gate.promise) });
    await world.give({ id: JOB });
    const stopped = worker.stop(5 * SECOND);
    await world.pass(6 * SECOND);
    expect(await stopped).toEqual({ givenBack: 0, stillRunning: 1 });
    gate.resolve();
    await turn();
    expect(world.effects).toEqual([]);
    world.start("two");
    await world.pass(MINUTE);
    expect(world.effects).toEqual([JOB]);
    expect(await outcomes(world)).toEqual([DONE]);
  });

  test("gives back at once what the ledger lets it begin a moment after the limit", async () => {
    const world = workerWorld(ONCE_ONLY);
    const gate = Promise.withResolvers<void>();
    const worker = world.start("one", { ledger: late(gate.promise) });
    await world.give({ id: JOB });
    const stopped = worker.stop(0);
    await world.pass(SECOND / 2);
    gate.resolve();
    expect(await stopped).toEqual({ givenBack: 1, stillRunning: 0 });
    expect(world.effects).toEqual([]);
    world.start("two");
    expect(await outcomes(world)).toEqual([DONE]);
  });

  test("R09 (part): a start that was written down and not answered is withdrawn too", async () => {
    const world = workerWorld(ONCE_ONLY);
    const worker = world.start("one", { ledger: badBegin(weather("after")) });
    await world.give({ id: JOB });
    const stopped = worker.stop(0);
    await world.pass(0);
    expect(await stopped).toEqual({ givenBack: 1, stillRunning: 0 });
    world.start("two");
    expect(await outcomes(world)).toEqual([DONE]);
    expect(world.effects).toEqual([JOB]);
  });

  test("X-77 (part): what cannot be withdrawn is for a person to decide", async () => {
    const world = workerWorld(ONCE_ONLY);
    const lost = badWithdraw(weather("before"));
    const ledger = (rows: Ledger): Ledger => lost(badBegin(weather("after"))(rows));
    const worker = world.start("one", { ledger });
    await world.give({ id: JOB });
    const stopped = worker.stop(0);
    await world.pass(0);
    expect(await stopped).toEqual({ givenBack: 0, stillRunning: 1 });
    world.start("two");
    await world.pass(MINUTE);
    expect(await outcomes(world)).toMatchObject([{ error: { isAmbiguous: true } }]);
    expect(world.effects).toEqual([]);
  });

  test("a job that comes again and was given back is run by the next one only", async () => {
    const world = workerWorld(LOOKS_FIRST);
    const gate = Promise.withResolvers<void>();
    await world.give({ id: JOB });
    const jobs = { topic: "worker-jobs", subscription: "worker-west" } as const;
    await world.broker.connect("gone").receive(jobs, { max: 1, waitMs: 0 });
    await world.pass(2 * MINUTE);
    const worker = world.start("one", { ledger: late(gate.promise) });
    await turn();
    const stopped = worker.stop(5 * SECOND);
    await world.pass(6 * SECOND);
    expect(await stopped).toEqual({ givenBack: 1, stillRunning: 0 });
    world.start("two");
    await world.pass(SECOND);
    gate.resolve();
    await turn();
    expect(world.effects).toEqual([JOB]);
    expect(await outcomes(world)).toEqual([DONE]);
  });
});

test("the twin of a job that is left running is begun by nobody while that runs", async () => {
  const world = workerWorld(LOOKS_FIRST);
  const worker = world.start("one");
  const params = { delaySec: 50 };
  const over = { messageId: MessageId.parse("twin") };
  await world.give({ id: JOB, params }, { id: JOB, params, over });
  const stopped = worker.stop(10 * SECOND);
  await world.pass(10 * SECOND);
  expect(await stopped).toEqual({ givenBack: 0, stillRunning: 1 });
  expect(world.left()).toEqual({ ready: 0, locked: 2, dead: 0 });
  world.start("two");
  await world.pass(49 * SECOND);
  expect(world.left()).toEqual({ ready: 0, locked: 2, dead: 0 });
  expect(world.effects).toEqual([JOB]);
});
