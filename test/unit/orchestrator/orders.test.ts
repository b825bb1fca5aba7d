/** Operators' orders: what each does, that a repeat does it once, and what is refused and why. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  BatchId,
  MemberId,
  PhaseExecutionId,
  StepExecutionId,
} from "../../../runtime/contract/ids.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, begin } from "./batch-in.ts";
import { codeOf } from "./code-of.ts";
import { phase, publish, step } from "./drafts.ts";
import { eventsOf, hasEnded, memberIn, rowsOf, statusOf, typesOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { HOUR, MINUTE, SECOND } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;

const open = async (given: Parameters<typeof orchestratorWorld>[0] = {}): Promise<void> => {
  world = await orchestratorWorld(given);
  orchestrator = world.startOrchestrator();
  west = world.startWest();
};
const close = async (): Promise<void> => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
};
beforeEach(() => open());
afterEach(close);

const NOBODY = BatchId.parse(4_711);
const ends = (id: BatchId) => world.until(() => hasEnded(world.store, id));
const keyed = (idempotencyKey: string) => ({ ...ADA, idempotencyKey });
const executionsOf = async (id: BatchId) => [
  ...(await rowsOf(world.store, id)).executions.values(),
];
const countOf = async (id: BatchId, type: string) =>
  (await typesOf(world.store, id)).filter((each) => each === type).length;

const NONE = StepExecutionId.parse(999_999);

describe("pause and resume", () => {
  test("a paused batch sends nothing new and goes on when it is resumed", async () => {
    await publish(world.engine, {
      phases: [phase("move", [step("one", { delaySec: 60 }), step("two")])],
    });
    const id = await begin(world, { members: { ann: {}, bob: {} } });
    await world.pass(SECOND);
    expect(answerOf(await orchestrator.orders.pause({ batchId: id }, ADA)).changed).toBe(true);
    await world.pass(HOUR);
    expect(world.effects).toHaveLength(2);
    expect(await hasEnded(world.store, id)).toBe(false);
    expect(answerOf(await orchestrator.orders.pause({ batchId: id }, ADA)).changed).toBe(false);
    answerOf(await orchestrator.orders.resume({ batchId: id }, ADA));
    await ends(id);
    expect(world.effects).toHaveLength(4);
    const paused = (await eventsOf(world.store, id)).find(({ type }) => type === "batch.paused");
    expect(paused).toMatchObject({ actor: "ada", cause: "order pause" });
    expect(codeOf(await orchestrator.orders.pause({ batchId: id }, ADA))).toBe("batch-ended");
  });

  test("one phase is paused while another goes on", async () => {
    await publish(world.engine, {
      phases: [
        phase("prepare", [step("one", { delaySec: 60 }), step("two")]),
        phase("notify", [step("mail")], { gate: "none" }),
      ],
    });
    const id = await begin(world, { members: { ann: {} } });
    const [prepare] = [...(await rowsOf(world.store, id)).phases.values()];
    const request = { batchId: id, phaseId: prepare?.id ?? PhaseExecutionId.parse(1) };
    answerOf(await orchestrator.orders.pause(request, ADA));
    await world.pass(HOUR);
    const { phases } = await rowsOf(world.store, id);
    expect([...phases.values()].map(({ status }) => status)).toEqual(["dispatched", "completed"]);
    answerOf(await orchestrator.orders.resume(request, ADA));
    await ends(id);
    const unknown = { batchId: id, phaseId: PhaseExecutionId.parse(4_711) };
    expect(codeOf(await orchestrator.orders.pause(unknown, ADA))).toBe("unknown-phase");
    expect(codeOf(await orchestrator.orders.pause({ batchId: NOBODY }, ADA))).toBe("unknown-batch");
  });

  test("a spent failure budget pauses the batch until somebody resumes it", async () => {
    await publish(world.engine, {
      phases: [phase("move", [step("one", { failTimes: "{{Fails}}", delaySec: "{{Slow}}" })])],
    });
    const bad = { Fails: 9, Slow: 0 };
    const members = { ann: bad, bob: bad, cleo: { Fails: 0, Slow: 60 } };
    const budget = { failedMax: 1, failedPercentMax: null, sampleMin: 1 };
    const id = await begin(world, { members, budget });
    await world.pass(10 * SECOND);
    expect((await rowsOf(world.store, id)).batch.paused).toBe(true);
    const attention = answerOf(await world.store.records.attention(10));
    expect(attention.some(({ batchId }) => batchId === id)).toBe(true);
    const wide = { failedMax: 9, failedPercentMax: null, sampleMin: 1 };
    const request = { batchId: id, budget: wide };
    expect(answerOf(await orchestrator.orders.setBudget(request, ADA)).changed).toBe(true);
    expect(answerOf(await orchestrator.orders.setBudget(request, ADA)).changed).toBe(false);
    answerOf(await orchestrator.orders.resume({ batchId: id }, ADA));
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    expect(answerOf(await world.store.records.attention(10))).toEqual([]);
  });
});

describe("retries", () => {
  const FAILS = { phases: [phase("move", [step("one"), step("two", { failTimes: 1 })])] };

  test("X-57, X-77: a failed member goes on from its failed step; others are refused", async () => {
    await publish(world.engine, FAILS);
    const id = await begin(world, { members: { ann: {} } });
    await ends(id);
    const { id: memberId } = await memberIn(world.store, id, "ann");
    const request = { batchId: id, memberId };
    expect(answerOf(await orchestrator.orders.retryMember(request, ADA)).changed).toBe(true);
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    expect(world.effects).toHaveLength(2);
    expect(codeOf(await orchestrator.orders.retryMember(request, ADA))).toBe("member-not-failed");
    const other = { batchId: id, memberId: MemberId.parse(4_711) };
    expect(codeOf(await orchestrator.orders.retryMember(other, ADA))).toBe("unknown-member");
  });

  test("I16: all failed members, in pages, each once however often it is ordered", async () => {
    await publish(world.engine, FAILS);
    const count = 1_203;
    const members = Object.fromEntries(Array.from({ length: count }, (_, at) => [`m-${at}`, {}]));
    const id = await begin(world, { members });
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("failed");
    const order = () => orchestrator.orders.retryFailed({ batchId: id }, keyed("all"));
    const both = await world.wait(Promise.all([order(), order()]));
    await ends(id);
    const third = await order();
    expect(answerOf(both[0])).toMatchObject({ changed: true });
    expect([...both, third].map((each) => answerOf(each))).toEqual(
      Array.from({ length: 3 }, () => answerOf(third)),
    );
    expect(await countOf(id, "member.retried")).toBe(count);
    expect(await statusOf(world.store, id)).toBe("completed");
  });

  test("I16: a repeat after a crash goes on behind the last page that was done", async () => {
    await publish(world.engine, FAILS);
    const members = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`m-${at}`, {}]));
    const id = await begin(world, { members });
    await ends(id);
    let handled = 0;
    const dying = world.startOrchestrator({
      engine: {
        ...world.engine,
        handle: async (items, under) => {
          const isOrder = items.some(({ input }) => input.kind === "retry-member");
          handled += Number(isOrder);
          // As with a killed process: no answer ever comes.
          return isOrder && handled > 1 ? new Promise(() => {}) : world.engine.handle(items, under);
        },
      },
    });
    const lost = dying.orders.retryFailed({ batchId: id }, keyed("all"));
    lost.catch(() => {});
    await world.until(async () => handled > 1);
    expect(await countOf(id, "member.retried")).toBe(500);
    const again = orchestrator.orders.retryFailed({ batchId: id }, keyed("all"));
    expect(answerOf(await world.wait(again))).toMatchObject({ retried: 700, refused: 0 });
    await ends(id);
    expect(await countOf(id, "member.retried")).toBe(700);
    await world.wait(dying.stop(MINUTE));
  });

  test("only the failed members of one phase are retried", async () => {
    await publish(world.engine, {
      phases: [
        phase("prepare", [step("one", { failTimes: "{{First}}" })]),
        phase("move", [step("two", { failTimes: "{{Second}}" })]),
      ],
    });
    const members = { ann: { First: 1, Second: 0 }, bob: { First: 0, Second: 1 } };
    const id = await begin(world, { members: { ...members, cleo: { First: 0, Second: 0 } } });
    await ends(id);
    const [prepare] = [...(await rowsOf(world.store, id)).phases.values()];
    const request = { batchId: id, phaseId: prepare?.id ?? PhaseExecutionId.parse(1) };
    const answer = answerOf(await orchestrator.orders.retryFailed(request, ADA));
    expect(answer).toMatchObject({ retried: 1, refused: 0 });
    await ends(id);
    expect((await memberIn(world.store, id, "ann")).status).toBe("active");
    expect((await memberIn(world.store, id, "bob")).status).toBe("failed");
    const none = { batchId: NOBODY };
    expect(codeOf(await orchestrator.orders.retryFailed(none, ADA))).toBe("unknown-batch");
  });

  test("R26: init that failed is retried from its failed step", async () => {
    await publish(world.engine, {
      init: [step("open"), step("check", { failTimes: 1 })],
      phases: [phase("move", [step("one")])],
    });
    const id = await begin(world, { members: { ann: {} } });
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("failed");
    expect(answerOf(await orchestrator.orders.retryInit({ batchId: id }, ADA)).changed).toBe(true);
    await ends(id);
    expect(await statusOf(world.store, id)).toBe("completed");
    expect(world.effects.filter((job) => job.startsWith("init-"))).toHaveLength(2);
    expect(codeOf(await orchestrator.orders.retryInit({ batchId: id }, ADA))).toBe(
      "init-not-failed",
    );
  });
});

describe("a step that a person is asked about", () => {
  const held = async () => {
    await close();
    await open({ effects: "none" });
    await publish(world.engine, {
      phases: [phase("move", [step("one", { end: "ambiguous" }), step("two")])],
    });
    const id = await begin(world, { members: { ann: {}, bob: {}, cleo: {} } });
    await world.pass(MINUTE);
    const rows = (await executionsOf(id)).filter((row) => row.held);
    expect(rows).toHaveLength(3);
    return { id, rows };
  };

  test("X-77, R09: it is held, and retried, given up or passed over with a reason", async () => {
    const { id, rows } = await held();
    const of = (at: number) => ({ batchId: id, executionId: rows[at]?.id ?? rows[0]?.id ?? NONE });
    const reason = "The mailbox is there; looked at it by hand.";
    expect(codeOf(await orchestrator.orders.skipStep({ ...of(0), reason: " " }, ADA))).toBe(
      "no-reason",
    );
    answerOf(await orchestrator.orders.skipStep({ ...of(0), reason }, ADA));
    answerOf(await orchestrator.orders.failStep({ ...of(1), reason: "Gone." }, ADA));
    expect(codeOf(await orchestrator.orders.failStep({ ...of(1), reason: "Gone." }, ADA))).toBe(
      "step-not-held",
    );
    answerOf(await orchestrator.orders.retryStep(of(2), ADA));
    await world.pass(MINUTE);
    answerOf(await orchestrator.orders.failStep({ ...of(2), reason: "Twice now." }, ADA));
    await ends(id);
    expect((await memberIn(world.store, id, "ann")).status).toBe("active");
    expect((await memberIn(world.store, id, "bob")).status).toBe("failed");
    expect((await memberIn(world.store, id, "cleo")).status).toBe("failed");
    const events = await eventsOf(world.store, id);
    expect(events.find(({ type }) => type === "step.skipped")?.detail).toEqual({ reason });
    expect(events.find(({ type }) => type === "step.given_up")?.cause).toContain("Gone.");
    expect(answerOf(await world.store.records.attention(10))).toEqual([]);
    expect(codeOf(await orchestrator.orders.retryStep({ ...of(0), executionId: NONE }, ADA))).toBe(
      "unknown-step",
    );
  });

  test("a step whose job is out is neither skipped nor retried", async () => {
    await publish(world.engine, { phases: [phase("move", [step("one", { delaySec: 600 })])] });
    const id = await begin(world, { members: { ann: {} } });
    await world.pass(SECOND);
    const [row] = await executionsOf(id);
    const request = { batchId: id, executionId: row?.id ?? NONE };
    const reason = "In a hurry.";
    expect(codeOf(await orchestrator.orders.skipStep({ ...request, reason }, ADA))).toBe(
      "still-in-flight",
    );
    expect(codeOf(await orchestrator.orders.retryStep(request, ADA))).toBe("step-not-failed");
  });
});
