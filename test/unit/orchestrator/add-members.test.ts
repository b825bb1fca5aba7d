/** Tables of members added by hand under a key, by a host that dies in between. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { fail } from "../../../runtime/contract/result.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { ADA, begin, dataOf, keyOf } from "./batch-in.ts";
import { codeOf } from "./code-of.ts";
import { NAME, phase, publish, step } from "./drafts.ts";
import { rowsOf, typesOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { MINUTE } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
/** Commits that still succeed before the store is away; null: all. */
let commitsLeft: number | null;

const failing = (store: Store<Settlement>): Store<Settlement> => ({
  ...store,
  transact: async (locks, decide) => {
    if (commitsLeft === 0) return fail({ kind: "unavailable", reason: "the host died" });
    if (commitsLeft !== null) commitsLeft -= 1;
    return store.transact(locks, decide);
  },
});

beforeEach(async () => {
  commitsLeft = null;
  world = await orchestratorWorld({ around: failing });
  orchestrator = world.startOrchestrator();
  await publish(world.engine, { phases: [phase("move", [step("one")], { offset: "T-0" })] });
});
afterEach(async () => {
  await world.wait(orchestrator.stop(MINUTE));
  await world.remove();
});

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: keyOf(`p${index}`),
    data: dataOf({ Key: `p${index}` }),
  }));
const waiting = async (): Promise<BatchId> => {
  const request = { runbookName: NAME, members: [{ key: keyOf("ann"), data: new Map() }] };
  return answerOf(await orchestrator.orders.createBatch(request, ADA)).batchId;
};
const KEYED = { ...ADA, idempotencyKey: "table" };
const addedTo = async (id: BatchId) =>
  (await typesOf(world.store, id)).filter((type) => type === "member.added").length;

test.each([1, 2, 3])(
  "I16, R17: a host that dies after %i commits of a table: the repeat adds the others, " +
    "each once, and tells of all as added",
  async (commits) => {
    const id = await waiting();
    const before = await addedTo(id);
    const request = { batchId: id, members: people(1_200) };
    commitsLeft = commits;
    const died = failureOf(await orchestrator.orders.addMembers(request, KEYED));
    expect(died.kind).toBe("unavailable");
    commitsLeft = null;
    const told = await orchestrator.orders.addMembers(request, KEYED);
    expect(answerOf(told)).toMatchObject({ added: 1_200, skipped: 0, leftOut: [] });
    expect(await orchestrator.orders.addMembers(request, KEYED)).toEqual(told);
    expect((await rowsOf(world.store, id)).batch.activeMembers).toBe(1_201);
    expect((await addedTo(id)) - before).toBe(1_200);
  },
);

test("R17: what a screen showed holds for a table as a whole, also when repeated", async () => {
  const id = await waiting();
  const { eventSeq } = (await rowsOf(world.store, id)).batch;
  const request = { batchId: id, members: people(700) };
  const { addMembers } = orchestrator.orders;
  expect(codeOf(await addMembers(request, { ...ADA, ifSeq: eventSeq - 1 }))).toBe("batch-changed");
  expect((await rowsOf(world.store, id)).batch.activeMembers).toBe(1);
  commitsLeft = 2;
  failureOf(await addMembers(request, { ...KEYED, ifSeq: eventSeq }));
  commitsLeft = null;
  const told = answerOf(await addMembers(request, { ...KEYED, ifSeq: eventSeq }));
  expect(told).toMatchObject({ added: 700, skipped: 0 });
});

test("I2: of a table, who is in another batch is named and the others are added", async () => {
  const other = await begin(world, { members: { p1: {} }, key: "other" });
  const id = await waiting();
  const told = answerOf(
    await orchestrator.orders.addMembers({ batchId: id, members: people(3) }, ADA),
  );
  expect(told).toMatchObject({ added: 2, skipped: 0, changed: true });
  const reason = expect.stringContaining(`batch ${other}`);
  expect(told.leftOut).toEqual([{ key: "p1", code: "member-elsewhere", reason }]);
});
