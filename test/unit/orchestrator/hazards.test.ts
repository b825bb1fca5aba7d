/** What could lose or double work in ordinary operation: answers that come early, messages that
 *  get lost or come back after days, and processes that die while they undo. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { Bus } from "../../../runtime/bus/bus.ts";
import { workerJob } from "../../../runtime/contract/messages/worker-job.ts";
import { ok } from "../../../runtime/contract/result.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, begin, keyOf } from "./batch-in.ts";
import { phase, publish, step } from "./drafts.ts";
import { COMPOSITIONS } from "./grounds.ts";
import { hasEnded, rowsOf, statusOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { DAY, MINUTE, SECOND } from "./times.ts";

const JOBS = { topic: "worker-jobs", subscription: "worker-west" } as const;

let world: OrchestratorWorld;
let running: (Orchestrator | Worker)[] = [];

const open = async (given: Parameters<typeof orchestratorWorld>[0]): Promise<void> => {
  world = await orchestratorWorld(given);
  running = [];
};
const startOrchestrator = (engine: Engine = world.engine): Orchestrator => {
  const orchestrator = world.startOrchestrator({ engine });
  running.push(orchestrator);
  return orchestrator;
};
const startWest = (): void => void running.push(world.startWest());
afterEach(async () => {
  await world.wait(Promise.all(running.map((each) => each.stop(MINUTE))));
  await world.remove();
});

describe.each(COMPOSITIONS)("%s", (composition) => {
  test("R02: whoever sees a job finds its step dispatched already", async () => {
    await open({ composition });
    startOrchestrator();
    await publish(world.engine, { phases: [phase("move", [step("one"), step("two")])] });
    const early = world.hands.receive(JOBS, { max: 10, waitMs: DAY });
    const statuses = early.then((got) => {
      // Another connection, which is shown only what is committed.
      const database = new DatabaseSync(world.path, { readOnly: true });
      const query = database.prepare("select status from execution_rows where id = ?");
      const found = answerOf(got).map(({ body }) => {
        const { correlationData } = answerOf(workerJob.read(body));
        return query.get(correlationData.stepExecutionId)?.["status"];
      });
      database.close();
      return found;
    });
    await begin(world, { members: { ann: {}, bob: {}, cy: {} } });
    const seen = await world.wait(statuses);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set(["dispatched"]));
  });

  test("R15: undoing has ids of its own, goes once and in order, also after a crash", async () => {
    await open({ composition });
    let isDead = false;
    const never = () => new Promise<never>(() => {});
    const dying = startOrchestrator({
      ...world.engine,
      handle: (items, under) => (isDead ? never() : world.engine.handle(items, under)),
      sweep: () => (isDead ? never() : world.engine.sweep()),
    });
    startWest();
    const slow = (name: string) => step(name, { delaySec: 30 });
    await publish(world.engine, {
      phases: [
        phase("move", [
          step("breaks", { failTimes: "{{Fails}}" }, { on_failure: "undo" }),
          step("lasts", { delaySec: 600 }),
        ]),
      ],
      rollbacks: { undo: [slow("undo-0"), slow("undo-1"), slow("undo-2")] },
      on_member_removed: [slow("leave-0"), slow("leave-1")],
    });
    const members = { ann: { Fails: 9 }, bob: { Fails: 0 }, cy: { Fails: 0 } };
    const id = await begin(world, { members });
    await world.pass(SECOND);
    const key = keyOf("bob");
    answerOf(await dying.orders.removeMember({ batchId: id, key }, ADA));
    const of = (kind: string) => world.effects.filter((job) => job.startsWith(`${kind}-`));
    await world.until(async () => of("rollback").length === 1);
    isDead = true;
    await world.wait(dying.stop(0));
    running = running.filter((each) => each !== dying);
    startOrchestrator();
    await world.until(() => hasEnded(world.store, id));
    const rows = [...(await rowsOf(world.store, id)).executions.values()];
    for (const [kind, count] of [["rollback", 3] as const, ["removal", 2] as const]) {
      const own = rows.filter((row) => row.kind === kind);
      const jobs = own
        .toSorted((one, other) => one.stepIndex - other.stepIndex)
        .map((row) => `${kind}-${row.id}-attempt-1`);
      expect(own.map(({ status }) => status)).toEqual(Array(count).fill("succeeded"));
      expect(of(kind)).toEqual(jobs);
    }
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(rows.filter(({ status }) => status === "rolled_back")).toHaveLength(1);
  });

  test("R12: a job and an answer that come back after days change nothing", async () => {
    const everyMs = { sweep: DAY, rebalance: DAY, deadLetters: DAY };
    await open({ composition, effects: "none", everyMs });
    startOrchestrator();
    await publish(world.engine, {
      phases: [phase("move", [step("one")], { offset: "T-9d" }), phase("wait", [step("two")])],
    });
    const start = new Date(world.clock.now().getTime() + 9 * DAY);
    const id = await begin(world, { members: { ann: {} }, start });
    await world.pass(SECOND);
    const [job] = answerOf(await world.hands.receive(JOBS, { max: 1, waitMs: 0 }));
    if (job === undefined) throw new Error("a job was expected");
    await world.hands.settle([{ kind: "abandon", lock: job.lock }]);
    startWest();
    await world.pass(MINUTE);
    expect(world.effects).toEqual([job.messageId]);
    const before = await rowsOf(world.store, id);
    expect([...before.executions.values()].map(({ status }) => status)).toEqual(["succeeded"]);
    await world.pass(2 * DAY);
    const { messageId, body, properties } = job;
    answerOf(await world.hands.publish("worker-jobs", [{ messageId, body, properties }]));
    await world.pass(MINUTE);
    expect(answerOf(await world.hands.peek(JOBS, { from: 0, max: 10 }))).toEqual([]);
    expect(world.effects).toEqual([job.messageId]);
    const after = await rowsOf(world.store, id);
    expect(after.executions).toEqual(before.executions);
    expect(after.members).toEqual(before.members);
    expect(answerOf(await world.store.incidents.openCount())).toBe(0);
  });
});

test("R05: a retry survives the loss of its message, and its phase waits for it", async () => {
  let dropped = 0;
  /** No wake-up ever reaches the bus. */
  const deaf = (bus: Bus): Bus => ({
    ...bus,
    publish: async (topic, messages) => {
      if (topic !== "orchestrator-events") return bus.publish(topic, messages);
      dropped += messages.length;
      return ok({ accepted: messages.length });
    },
  });
  await open({ composition: "split", outgoing: deaf });
  const first = startOrchestrator();
  startWest();
  const retry = { max_retries: 1, interval: "2h" };
  await publish(world.engine, {
    phases: [phase("move", [step("one", { failTimes: "{{Fails}}" }, { retry })])],
  });
  const id = await begin(world, { members: { ann: { Fails: 1 }, bob: { Fails: 0 } } });
  await world.pass(MINUTE);
  const look = async () => {
    const { phases, executions } = await rowsOf(world.store, id);
    const statuses = [...executions.values()].map(({ status }) => status);
    return [...[...phases.values()].map(({ status }) => status), ...statuses];
  };
  expect(await look()).toEqual(["dispatched", "pending", "succeeded"]);
  await world.wait(first.stop(MINUTE));
  running = running.filter((each) => each !== first);
  await world.pass(MINUTE);
  startOrchestrator();
  await world.until(() => hasEnded(world.store, id));
  expect(dropped).toBeGreaterThan(0);
  expect(await look()).toEqual(["completed", "succeeded", "succeeded"]);
  expect(await statusOf(world.store, id)).toBe("completed");
});
