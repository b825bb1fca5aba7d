/** Concurrency limits hold whatever happens, and are dealt fairly among batches. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { ADA, begin } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { hasEnded, rowsOf, statusOf, typesOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { HOUR, MINUTE, SECOND } from "./times.ts";

const WORKER = "worker:west";
let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;

beforeEach(async () => {
  world = await orchestratorWorld({ everyMs: { rebalance: 5 * SECOND } });
  orchestrator = world.startOrchestrator();
  west = world.startWest();
});
afterEach(async () => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
});

const people = (prefix: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}-${at}`, {}]));

const limit = async (most: number | null, key = WORKER): Promise<void> => {
  answerOf(await orchestrator.orders.setLimit({ key, most }, ADA));
};
const shares = async (key = WORKER) => answerOf(await world.store.workers.shares(key));
const inUse = async (key = WORKER): Promise<number> =>
  (await shares(key)).reduce((sum, share) => sum + share.inUse, 0);

/** Until all have ended; the most that was ever out at once. */
async function mostOut(ids: readonly BatchId[], key = WORKER): Promise<number> {
  let most = 0;
  await world.until(async () => {
    most = Math.max(most, await inUse(key));
    const ended = await Promise.all(ids.map((id) => hasEnded(world.store, id)));
    return ended.every((each) => each);
  });
  return most;
}

test("two batches share a limit, never exceed it together, and both end", async () => {
  await publish(world.engine, {
    phases: [phase("move", [step("one", { delaySec: 20 }), step("two", { delaySec: 20 })])],
  });
  await limit(5);
  const one = await begin(world, { members: people("a", 12), key: "one" });
  const two = await begin(world, { members: people("b", 12), key: "two" });
  await world.pass(2 * MINUTE);
  expect((await shares()).map(({ granted }) => granted).sort()).toEqual([2, 3]);
  expect(await mostOut([one, two])).toBe(5);
  expect(await statusOf(world.store, one)).toBe("completed");
  expect(await statusOf(world.store, two)).toBe("completed");
  expect(world.effects).toHaveLength(48);
});

test("a limit of one goes round: nobody waits for ever behind a large batch", async () => {
  await publish(world.engine, { phases: [phase("move", [step("one", { delaySec: 10 })])] });
  await limit(1);
  const large = await begin(world, { members: people("a", 40), key: "large" });
  const small = await begin(world, { members: people("b", 1), key: "small" });
  await world.until(() => hasEnded(world.store, small));
  expect(await hasEnded(world.store, large)).toBe(false);
  expect(await mostOut([large, small])).toBe(1);
});

test("retries, resumes and restarts stay within the limit", async () => {
  const retry = { max_retries: 2, interval: "1m" };
  await publish(world.engine, {
    phases: [phase("move", [step("one", { delaySec: 30, failTimes: 1 }, { retry })])],
  });
  await limit(3);
  const id = await begin(world, { members: people("a", 10) });
  await world.pass(MINUTE);
  answerOf(await orchestrator.orders.pause({ batchId: id }, ADA));
  await world.pass(MINUTE);
  expect(await inUse()).toBe(0);
  await world.wait(orchestrator.stop(MINUTE));
  orchestrator = world.startOrchestrator();
  answerOf(await orchestrator.orders.resume({ batchId: id }, ADA));
  expect(await mostOut([id])).toBe(3);
  expect(await statusOf(world.store, id)).toBe("completed");
});

test("two limits on one step: nobody is handed round between them for ever", async () => {
  await publish(world.engine, {
    phases: [phase("move", [step("one", { delaySec: 10 }), step("two", { delaySec: 10 })])],
  });
  await limit(4);
  await limit(2, "function:Invoke-Script");
  const id = await begin(world, { members: people("a", 9) });
  expect(await mostOut([id], "function:Invoke-Script")).toBe(2);
  expect(await inUse()).toBe(0);
  expect(await statusOf(world.store, id)).toBe("completed");
});

test("a lowered limit takes nothing back, starts nothing; a lifted one lets all go", async () => {
  await publish(world.engine, { phases: [phase("move", [step("one", { delaySec: 3_600 })])] });
  await limit(6);
  const id = await begin(world, { members: people("a", 20) });
  await world.pass(MINUTE);
  expect(await inUse()).toBe(6);
  await limit(2);
  await world.pass(HOUR + MINUTE);
  expect(await inUse()).toBe(2);
  await limit(null);
  await world.pass(MINUTE);
  expect(await inUse()).toBe(14);
  expect((await shares()).map(({ granted }) => granted)).toEqual([null]);
  expect(await typesOf(world.store, 0)).toEqual(
    expect.arrayContaining(["limit.set", "limit.lifted"]),
  );
  expect((await rowsOf(world.store, id)).batch.inFlight).toBe(14);
});

test("a limit is a whole number for a worker or a function", async () => {
  for (const [key, most] of [
    ["west", 3],
    [WORKER, -1],
    [WORKER, 1.5],
    ["worker:", 1],
  ] as const) {
    const answer = failureOf(await orchestrator.orders.setLimit({ key, most }, ADA));
    expect(answer).toMatchObject({ kind: "refused", code: "invalid-limit" });
  }
});
