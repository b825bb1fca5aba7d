/** What is to happen once is remembered in the commit of what came of it, or not at all. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, begin } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { rowsOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { HOUR, MINUTE, SECOND } from "./times.ts";

const JOBS = { topic: "worker-jobs", subscription: "worker-west" } as const;
const RESULTS = { topic: "worker-results", subscription: "orchestrator" } as const;

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;
beforeEach(async () => {
  world = await orchestratorWorld({ effects: "none" });
  orchestrator = world.startOrchestrator();
  await publish(world.engine, { phases: [phase("move", [step("one", { delaySec: 30 })])] });
});
afterEach(async () => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
});

function inDatabase<Value>(work: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(world.path, { timeout: 60_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
/** Whoever wants to keep such a record fails with its whole commit. */
const forbid = (what: string): void =>
  inDatabase((database) =>
    database.exec(
      `create trigger forbidden before ${what} begin select raise(abort, 'forbidden'); end`,
    ),
  );
const allow = (): void => inDatabase((database) => database.exec("drop trigger forbidden"));
const ledger = () =>
  inDatabase((database) => database.prepare("select result from job_ledger").all()).map(
    ({ result }) => result,
  );

test("X-37 (part): a result is out with its record, never one without the other", async () => {
  await begin(world, { members: { ann: {} } });
  await world.pass(SECOND);
  await world.wait(orchestrator.stop(MINUTE));
  const [job] = answerOf(await world.hands.receive(JOBS, { max: 1, waitMs: 0 }));
  if (job === undefined) throw new Error("a job was expected");
  await world.hands.settle([{ kind: "abandon", lock: job.lock }]);
  west = world.startWest();
  const isKept = (): boolean => typeof ledger()[0] === "string";
  const isOut = async (): Promise<boolean> =>
    answerOf(await world.hands.peek(RESULTS, { from: 0, max: 10 })).length > 0;
  let isDone = false;
  while (!isDone) {
    const keptBefore = isKept();
    isDone = await isOut();
    if (keptBefore) expect(isDone).toBe(true);
    if (isDone) expect(isKept()).toBe(true);
    const next = world.clock.next();
    if (next !== null)
      world.clock.advance(Math.max(0, next.getTime() - world.clock.now().getTime()));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [first] = answerOf(await world.hands.receive(RESULTS, { max: 10, waitMs: 0 }));
  if (first === undefined) throw new Error("a result was expected");
  await world.hands.settle([{ kind: "complete", lock: first.lock }]);
  expect(first.body).toBe(ledger()[0]);

  await world.pass(HOUR);
  const { messageId, body, properties } = job;
  answerOf(await world.hands.publish("worker-jobs", [{ messageId, body, properties }]));
  await world.pass(MINUTE);
  const again = answerOf(await world.hands.receive(RESULTS, { max: 10, waitMs: 0 }));
  expect(again.map((result) => result.body)).toEqual([first.body]);
  expect(world.effects).toEqual([job.messageId]);
});

test("X-37 (part): an order acts with its record or not at all, and once", async () => {
  west = world.startWest();
  const batchId = await begin(world, { members: { ann: {} } });
  const pause = () => orchestrator.orders.pause({ batchId }, { ...ADA, idempotencyKey: "halt" });
  const isPaused = async () => (await rowsOf(world.store, batchId)).batch.paused;
  forbid("insert on idempotency");
  expect((await world.wait(pause())).ok).toBe(false);
  expect(await isPaused()).toBe(false);
  allow();
  const first = await pause();
  expect(answerOf(first).changed).toBe(true);
  expect(await isPaused()).toBe(true);
  answerOf(await orchestrator.orders.resume({ batchId }, ADA));
  expect(await pause()).toEqual(first);
  expect(await isPaused()).toBe(false);
});
