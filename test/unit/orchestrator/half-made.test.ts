/** A manual batch whose maker died before all members were in it: nobody starts it as it is, and
 *  the same order completes it, with a key or without. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { ADA, dataOf, keyOf } from "./batch-in.ts";
import { codeOf } from "./code-of.ts";
import { NAME, phase, publish, step } from "./drafts.ts";
import { rowsOf, typesOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { MINUTE } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let calls: number;

/** The store is away from the second portion of members on. */
const cutOff = (engine: Engine): Engine => ({
  ...engine,
  handle: async (items, under) => {
    calls += 1;
    const failure = { kind: "unavailable", reason: "test" } as const;
    if (calls !== 2) return engine.handle(items, under);
    return items.map(() => ({ kind: "failed", failure }) as const);
  },
});

beforeEach(async () => {
  calls = 0;
  world = await orchestratorWorld();
  orchestrator = world.startOrchestrator({ engine: cutOff(world.engine) });
  await publish(world.engine, { phases: [phase("move", [step("one")])] });
});
afterEach(async () => {
  await world.wait(orchestrator.stop(MINUTE));
  await world.remove();
});

const COUNT = 1_001;
const members = Array.from({ length: COUNT }, (_, index) => ({
  key: keyOf(`m-${index}`),
  data: dataOf({ Key: `m-${index}` }),
}));
const create = (asked: Parameters<Orchestrator["orders"]["createBatch"]>[1]) =>
  orchestrator.orders.createBatch({ runbookName: NAME, members }, asked);
const live = async () => answerOf(await world.store.batches.live(NAME)).map(({ batch }) => batch);
const attention = async () => answerOf(await world.store.records.attention(10));
const lookFor = (batchId: BatchId) =>
  world.engine.handle([
    { batchId, input: { kind: "batch-unfilled", by: { actor: "scheduler", cause: "tick" } } },
  ]);

describe.each([
  ["without a key", ADA],
  ["under a key", { ...ADA, idempotencyKey: "wave-1" }],
])("a batch that was cut off, %s", (_, asked) => {
  test("M-090: is not advanced half-filled, says so, and is completed by its order", async () => {
    expect(codeOf(await create(asked))).toBe("unavailable");
    const [half] = await live();
    if (half === undefined) throw new Error("nothing was made");
    expect(half.memberCount).toBe(1_000);
    const batchId = half.id;
    expect(codeOf(await orchestrator.orders.advance({ batchId }, ADA))).toBe("not-filled");
    await lookFor(batchId);
    await lookFor(batchId);
    const subject = `batch:${batchId}:unfilled`;
    expect(await attention()).toMatchObject([{ subject, actions: ["create-batch", "cancel"] }]);
    expect(answerOf(await create(asked))).toMatchObject({ batchId, added: COUNT, leftOut: [] });
    expect(await live()).toMatchObject([{ id: batchId, memberCount: COUNT }]);
    expect(await attention()).toEqual([]);
    await lookFor(batchId);
    expect(await attention()).toEqual([]);
    expect(answerOf(await orchestrator.orders.advance({ batchId }, ADA)).changed).toBe(true);
    expect((await rowsOf(world.store, batchId)).batch.status).toBe("active");
  });
});

test("M-090: somebody else's order, or another list, is another batch", async () => {
  await create(ADA);
  const other = await create({ actor: "bob" });
  expect(answerOf(other)).toMatchObject({ added: 1 });
  const one = { runbookName: NAME, members: members.slice(0, 1) };
  const third = await orchestrator.orders.createBatch(one, ADA);
  expect(codeOf(third)).toBe("member-elsewhere");
  expect(new Set((await live()).map(({ id }) => id)).size).toBe(2);
});

test("X-18: a half-filled batch is cancelled, and its members are free", async () => {
  await create(ADA);
  const [half] = await live();
  const batchId = half?.id ?? (0 as BatchId);
  await lookFor(batchId);
  answerOf(await orchestrator.orders.cancel({ batchId }, ADA));
  expect(await attention()).toEqual([]);
  expect(await typesOf(world.store, batchId)).toContain("batch.cancelling");
  const anew = answerOf(await create(ADA));
  expect(anew.batchId).not.toBe(batchId);
  expect(anew).toMatchObject({ added: COUNT, leftOut: [] });
});
