/** Batches from their beginning to their end, over a real bus, a real store file and a worker. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { addOne } from "./add-one.ts";
import { ADA, begin } from "./batch-in.ts";
import { noOpStep, phase, publish, step } from "./drafts.ts";
import { COMPOSITIONS } from "./grounds.ts";
import { eventsOf, hasEnded, memberIn, rowsOf, statusOf, typesOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld, START } from "./orchestrator-world.ts";
import { DAY, HOUR, MINUTE } from "./times.ts";

describe.each(COMPOSITIONS)("%s", (composition) => {
  let world: OrchestratorWorld;
  let orchestrator: Orchestrator;
  let west: Worker;

  beforeEach(async () => {
    world = await orchestratorWorld({ composition });
    orchestrator = world.startOrchestrator();
    west = world.startWest();
  });
  afterEach(async () => {
    await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
    await world.remove();
  });

  const ends = (id: BatchId) => world.until(() => hasEnded(world.store, id));
  const statuses = async (id: BatchId) => {
    const { executions } = await rowsOf(world.store, id);
    return [...executions.values()].map(({ kind, status }) => `${kind} ${status}`);
  };

  test("M-066, O-005, M-067, X-64: init, then phases for every member, then finalize", async () => {
    await publish(world.engine, {
      init: [step("open")],
      phases: [phase("prepare", [step("one"), noOpStep("two")]), phase("move", [step("three")])],
      finalize: [step("report")],
    });
    const id = await begin(world, { members: { ann: {}, bob: {}, cleo: {} } });
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    const all = await statuses(id);
    expect(all).toHaveLength(1 + 3 * 3 + 1);
    expect(all.every((text) => text.endsWith("succeeded"))).toBe(true);
    const [first, ...rest] = world.effects;
    expect(first).toMatch(/^init-/);
    expect(rest.at(-1)).toMatch(/^finalize-/);
    expect(new Set(world.effects).size).toBe(8);
    expect(world.faults).toEqual([]);
  });

  test("O-005 (part): init that fails for good fails the batch, and no member starts", async () => {
    await publish(world.engine, {
      init: [step("open", { failTimes: 9 })],
      phases: [phase("move", [step("one")])],
    });
    const id = await begin(world, { members: { ann: {} } });
    await ends(id);
    const { batch } = await rowsOf(world.store, id);
    expect(batch).toMatchObject({ status: "failed", statusReason: "init_failed" });
    expect(world.effects).toEqual([]);
  });

  test("M-072, X-20: a polling step is asked again at its interval until it is done", async () => {
    const poll = { interval: "30s", timeout: "1h" };
    await publish(world.engine, {
      phases: [phase("move", [step("sync", { polls: 3 }, { poll })])],
    });
    const id = await begin(world, { members: { ann: {} } });
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    const row = [...(await rowsOf(world.store, id)).executions.values()][0];
    expect(row).toMatchObject({ status: "succeeded", pollCount: 3, attempt: 1 });
    const took = world.clock.now().getTime() - START.getTime();
    expect(took).toBeGreaterThanOrEqual(90_000);
    expect(took).toBeLessThan(3 * MINUTE);
  });

  test("M-073: a poll that outlasts its timeout fails and is not retried", async () => {
    const more = {
      poll: { interval: "1m", timeout: "5m" },
      retry: { max_retries: 3, interval: "1m" },
    };
    await publish(world.engine, {
      phases: [phase("move", [step("sync", { polls: 90 }, more)])],
    });
    const id = await begin(world, { members: { ann: {} } });
    await ends(id);
    const row = [...(await rowsOf(world.store, id)).executions.values()][0];
    expect(row).toMatchObject({ status: "poll_timeout", attempt: 1 });
    expect(await statusOf(world.store, id)).toBe("failed");
  });

  test("M-075, M-077: a failed step is tried again after its wait, by a new job id", async () => {
    const retry = { max_retries: 2, interval: "5m" };
    await publish(world.engine, {
      phases: [phase("move", [step("send", { failTimes: 2 }, { retry })])],
    });
    const id = await begin(world, { members: { ann: {} } });
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    expect(world.effects).toEqual([expect.stringMatching(/^step-\d+-retry-2$/)]);
    expect(world.clock.now().getTime() - START.getTime()).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  test("X-17, M-078, M-069: a failed step is undone in order; only its member fails", async () => {
    await publish(world.engine, {
      phases: [
        phase("move", [
          step("send", { failTimes: "{{Fails}}" }, { on_failure: "undo" }),
          step("after"),
        ]),
      ],
      rollbacks: { undo: [step("undo-one"), step("undo-two")] },
    });
    const id = await begin(world, { members: { ann: { Fails: 9 }, bob: { Fails: 0 } } });
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    expect((await memberIn(world.store, id, "ann")).status).toBe("failed");
    expect((await memberIn(world.store, id, "bob")).status).toBe("active");
    const all = await statuses(id);
    expect(all.filter((text) => text === "step rolled_back")).toHaveLength(1);
    expect(all.filter((text) => text === "step cancelled")).toHaveLength(1);
    const undone = world.effects.filter((job) => job.startsWith("rollback-"));
    expect(undone).toHaveLength(2);
    const { outcome } = (await rowsOf(world.store, id)).batch;
    expect(outcome).toBe("partial");
  });

  test("X-15: with a barrier everybody ends a step before anybody begins the next", async () => {
    await publish(world.engine, {
      phases: [
        phase("move", [step("one", { delaySec: "{{Slow}}" }), step("two")], { barrier: true }),
      ],
    });
    const id = await begin(world, { members: { ann: { Slow: 0 }, bob: { Slow: 30 } } });
    await ends(id);
    const { executions } = await rowsOf(world.store, id);
    const at = (index: number, when: "dispatchedAt" | "completedAt") =>
      [...executions.values()]
        .filter(({ stepIndex }) => stepIndex === index)
        .map((row) => row[when]?.getTime() ?? Number.NaN);
    expect(Math.min(...at(1, "dispatchedAt"))).toBeGreaterThanOrEqual(
      Math.max(...at(0, "completedAt")),
    );
  });

  test("X-73, I15: a phase waits for its time, and each member for its phase before", async () => {
    await publish(world.engine, {
      phases: [
        phase("prepare", [step("one", { delaySec: "{{Slow}}" })], { offset: "T-1h" }),
        phase("move", [step("two")]),
      ],
    });
    const start = new Date(START.getTime() + 2 * HOUR);
    const members = { ann: { Slow: 0 }, bob: { Slow: 7_200 } };
    const id = await begin(world, { members, start });
    await ends(id);
    const { executions } = await rowsOf(world.store, id);
    const sentAt = [...executions.values()].map(({ dispatchedAt }) => dispatchedAt?.getTime() ?? 0);
    expect(sentAt.sort((one, other) => one - other)).toEqual([
      START.getTime() + HOUR,
      START.getTime() + HOUR,
      START.getTime() + 2 * HOUR,
      START.getTime() + 3 * HOUR,
    ]);
  });

  test("X-52, R19, I14: a job nobody answers fails at its deadline and is retried", async () => {
    const more = { dispatch_timeout: "1h", retry: { max_retries: 1, interval: "1m" } };
    await publish(world.engine, {
      phases: [phase("move", [step("send", { end: "never" }, more)])],
    });
    const id = await begin(world, { members: { ann: {} } });
    await ends(id);
    const row = [...(await rowsOf(world.store, id)).executions.values()][0];
    expect(row).toMatchObject({ status: "failed", attempt: 2 });
    expect(row?.error?.kind).toBe("deadline");
    expect(world.clock.now().getTime() - START.getTime()).toBeGreaterThanOrEqual(2 * HOUR);
  });

  test("M-079, X-71, M-093: a member added late catches up, one removed is undone", async () => {
    await publish(world.engine, {
      phases: [phase("prepare", [step("one")], { offset: "T-1h" }), phase("move", [step("two")])],
      on_member_removed: [step("leave")],
    });
    const start = new Date(START.getTime() + 3 * HOUR);
    const id = await begin(world, { members: { ann: {}, bob: {} }, start });
    await world.pass(2 * HOUR + MINUTE);
    expect(world.effects).toHaveLength(2);
    const key = (await memberIn(world.store, id, "bob")).key;
    const cleo = { batchId: id, key: "cleo" as typeof key, data: new Map() };
    expect(answerOf(await addOne(orchestrator.orders, cleo, ADA)).changed).toBe(true);
    expect(
      answerOf(await orchestrator.orders.removeMember({ batchId: id, key }, ADA)).changed,
    ).toBe(true);
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    expect((await statuses(id)).sort()).toEqual([
      "removal succeeded",
      ...Array.from({ length: 5 }, () => "step succeeded"),
    ]);
    const removed = (await eventsOf(world.store, id)).find(({ type }) => type === "member.removed");
    expect(removed?.actor).toBe("ada");
  });

  test("X-18, R27, R39: a cancelled batch drains what is out and sends nothing more", async () => {
    await publish(world.engine, {
      phases: [phase("move", [step("one", { delaySec: 600 }), step("two")])],
    });
    const id = await begin(world, { members: { ann: {}, bob: {} } });
    await world.pass(MINUTE);
    expect(answerOf(await orchestrator.orders.cancel({ batchId: id }, ADA)).changed).toBe(true);
    expect((await rowsOf(world.store, id)).batch.statusReason).toBe("cancelling");
    await ends(id);
    const { batch } = await rowsOf(world.store, id);
    expect(batch).toMatchObject({ status: "failed", statusReason: "cancelled" });
    expect(world.effects).toHaveLength(2);
    expect(await typesOf(world.store, id)).toContain("result.drained");
  });

  test("R01, R03: a restart in the middle goes on where it was", async () => {
    await publish(world.engine, {
      phases: [phase("move", [step("one", { delaySec: 60 }), step("two"), step("three")])],
    });
    const id = await begin(world, { members: { ann: {}, bob: {} } });
    await world.pass(30_000);
    const stopped = orchestrator.stop(MINUTE);
    await world.pass(1_000);
    expect(await stopped).toEqual({ inTime: true });
    await world.pass(HOUR);
    expect(world.effects).toHaveLength(2);
    orchestrator = world.startOrchestrator();
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    expect(new Set(world.effects).size).toBe(6);
    expect(world.effects).toHaveLength(6);
    expect(world.clock.now().getTime() - START.getTime()).toBeLessThan(DAY);
  });
});
