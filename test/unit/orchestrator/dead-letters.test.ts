/** Dead letters become incidents, and incidents end as operators say. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { ADA, begin } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { COMPOSITIONS } from "./grounds.ts";
import { eventsOf, hasEnded, rowsOf, typesOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { DAY, MINUTE, SECOND } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;

const open = async (composition: (typeof COMPOSITIONS)[number] = "fused"): Promise<void> => {
  world = await orchestratorWorld({ composition });
  orchestrator = world.startOrchestrator();
};
beforeEach(() => open());
afterEach(async () => {
  await world.wait(orchestrator.stop(MINUTE));
  await world.remove();
});

const JOBS = { topic: "worker-jobs", subscription: "worker-west" } as const;
const RESULTS = { topic: "worker-results", subscription: "orchestrator" } as const;
const EVERY_QUEUE = [JOBS, RESULTS] as const;

const send = async (count: number): Promise<void> => {
  const messages = Array.from({ length: count }, (_, index) => ({
    messageId: MessageId.parse(`torn-${index}`),
    body: "{",
    properties: { sender: "test" },
  }));
  answerOf(await world.hands.publish("worker-results", messages));
};
const buried = async (): Promise<number> => {
  const queues = await Promise.all(
    EVERY_QUEUE.map((source) =>
      world.hands.peek({ ...source, queue: "dead-letter" }, { from: 0, max: 250 }),
    ),
  );
  return queues.flatMap((each) => answerOf(each)).length;
};
const incidents = async () => answerOf(await world.store.incidents.list(0, 1_000));

/** The broker gives the job up: it was handed out once too often. */
async function buryJobs(): Promise<void> {
  for (let times = 0; times < 10; times += 1) {
    const jobs = answerOf(await world.hands.receive(JOBS, { max: 10, waitMs: 0 }));
    await world.hands.settle(jobs.map(({ lock }) => ({ kind: "abandon", lock })));
  }
}

test("X-52, R19: a job the broker gave up fails its attempt; the next one is sent", async () => {
  const retry = { max_retries: 1, interval: "1m" };
  await publish(world.engine, { phases: [phase("move", [step("one", {}, { retry })])] });
  const id = await begin(world, { members: { ann: {} } });
  await buryJobs();
  expect(await buried()).toBe(1);
  const west = world.startWest();
  await world.until(() => hasEnded(world.store, id));
  const [row] = [...(await rowsOf(world.store, id)).executions.values()];
  expect(row).toMatchObject({ status: "succeeded", attempt: 2 });
  const [incident] = await incidents();
  expect(incident).toMatchObject({ ...JOBS, batchId: id, reason: "MaxDeliveryCountExceeded" });
  await world.wait(west.stop(MINUTE));
});

test("I35, R28: there is one incident for each dead letter, shown as attention", async () => {
  await send(3);
  await world.pass(10 * MINUTE);
  expect(await buried()).toBe(3);
  expect(answerOf(await world.store.incidents.openCount())).toBe(3);
  const attention = answerOf(await world.store.records.attention(10));
  expect(attention.map(({ batchId }) => batchId)).toEqual([0, 0, 0]);
  await world.pass(10 * MINUTE);
  expect(answerOf(await world.store.incidents.openCount())).toBe(3);
  const types = await typesOf(world.store, 0);
  expect(types.filter((type) => type === "incident.opened")).toHaveLength(3);
});

test("I35: a dead letter with a lower number than those already read is not missed", async () => {
  await publish(world.engine, { phases: [phase("move", [step("one")])] });
  const id = await begin(world, { members: { ann: {}, bob: {} } });
  const [first, second] = answerOf(await world.hands.receive(JOBS, { max: 10, waitMs: 0 }));
  if (first === undefined || second === undefined) throw new Error("two jobs were expected");
  const bury = (lock: typeof first.lock) =>
    world.hands.settle([{ kind: "dead-letter", lock, reason: "test", description: "as told" }]);
  await bury(second.lock);
  await world.pass(6 * MINUTE);
  expect(await incidents()).toHaveLength(1);
  await world.hands.renew([first.lock]);
  const [again] = answerOf(await world.hands.receive(JOBS, { max: 10, waitMs: 0 }));
  await bury(again?.lock ?? first.lock);
  await world.pass(6 * MINUTE);
  expect(await incidents()).toHaveLength(2);
  expect(await buried()).toBe(2);
  expect((await rowsOf(world.store, id)).batch.inFlight).toBe(0);
});

test.each(COMPOSITIONS)(
  "%s: I35: more than one page is read, and each can be let go",
  async (as) => {
    await world.wait(orchestrator.stop(MINUTE));
    await world.remove();
    await open(as);
    await send(600);
    await world.until(async () => answerOf(await world.store.incidents.openCount()) === 600);
    const some = (await incidents()).filter(({ id }) => id % 100 === 0);
    for (const { id } of some) {
      const gone = await world.wait(orchestrator.orders.discard({ incidentId: id }, ADA));
      expect(answerOf(gone).changed).toBe(true);
    }
    await world.pass(20 * MINUTE);
    expect(answerOf(await world.store.incidents.openCount())).toBe(600 - some.length);
    const dead = { ...RESULTS, queue: "dead-letter" } as const;
    let left = 0;
    for (let from = 0; ; ) {
      const page = answerOf(await world.hands.peek(dead, { from, max: 250 }));
      left += page.length;
      if (page.length === 0) break;
      from = (page.at(-1)?.sequenceNumber ?? 0) + 1;
    }
    expect(left).toBe(600 - some.length);
  },
);

test("redrive: the message has a new life on its topic, and its incident is closed", async () => {
  await publish(world.engine, { phases: [phase("move", [step("one")])] });
  const id = await begin(world, { members: { ann: {} } });
  await world.wait(orchestrator.stop(MINUTE));
  const west = world.startWest();
  await world.pass(SECOND);
  await world.wait(west.stop(MINUTE));
  const [result] = answerOf(await world.hands.receive(RESULTS, { max: 10, waitMs: 0 }));
  if (result === undefined) throw new Error("a result was expected");
  const { lock } = result;
  const why = { reason: "test", description: "as told" };
  await world.hands.settle([{ kind: "dead-letter", lock, ...why }]);
  orchestrator = world.startOrchestrator();
  await world.pass(6 * MINUTE);
  const [incident] = await incidents();
  expect(incident).toMatchObject({ ...RESULTS, ...why });
  const request = { incidentId: incident?.id ?? 0 };
  const asked = { ...ADA, idempotencyKey: "again" };
  const answer = await world.wait(orchestrator.orders.redrive(request, asked));
  expect(answerOf(answer)).toEqual({ changed: true, seq: null });
  await world.until(() => hasEnded(world.store, id));
  expect(await typesOf(world.store, id)).toContain("step.succeeded");
  expect(await incidents()).toEqual([]);
  expect(await buried()).toBe(0);
  expect(await orchestrator.orders.redrive(request, asked)).toEqual(answer);
  expect(answerOf(await orchestrator.orders.redrive(request, ADA)).changed).toBe(false);
  const other = failureOf(await orchestrator.orders.discard(request, asked));
  expect(other).toMatchObject({ kind: "refused", code: "key-reused" });
  const closed = (await eventsOf(world.store, 0)).find(({ type }) => type === "incident.redriven");
  expect(closed?.actor).toBe("ada");
  expect((await rowsOf(world.store, id)).batch.status).toBe("completed");
  expect(world.clock.now().getTime()).toBeLessThan(Date.parse("2026-03-02T06:00:00Z") + DAY);
});

test("a job that was given up is not sent again, only let go", async () => {
  await publish(world.engine, { phases: [phase("move", [step("one")])] });
  await begin(world, { members: { ann: {} } });
  await buryJobs();
  await world.pass(6 * MINUTE);
  const incidentId = (await incidents())[0]?.id ?? 0;
  const refused = failureOf(await orchestrator.orders.redrive({ incidentId }, ADA));
  expect(refused).toMatchObject({ kind: "refused", code: "job-given-up" });
  const discarded = await world.wait(orchestrator.orders.discard({ incidentId }, ADA));
  expect(answerOf(discarded).changed).toBe(true);
  expect(await buried()).toBe(0);
  const late = failureOf(await orchestrator.orders.redrive({ incidentId }, ADA));
  expect(late).toMatchObject({ kind: "refused", code: "incident-closed" });
  const none = failureOf(await orchestrator.orders.discard({ incidentId: 4_711 }, ADA));
  expect(none).toMatchObject({ kind: "refused", code: "unknown-incident" });
});
