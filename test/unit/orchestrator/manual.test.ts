/** Operators' orders about manual batches and members, and keys under which orders count once. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Orchestrator } from "../../../runtime/orchestrator/open-orchestrator.ts";
import type { Worker } from "../../../runtime/worker/worker.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { addOne } from "./add-one.ts";
import { ADA, begin, dataOf, keyOf } from "./batch-in.ts";
import { codeOf } from "./code-of.ts";
import { NAME, phase, publish, step } from "./drafts.ts";
import { hasEnded, memberIn, rowsOf, statusOf, typesOf } from "./look.ts";
import { type OrchestratorWorld, orchestratorWorld } from "./orchestrator-world.ts";
import { HOUR, MINUTE, SECOND } from "./times.ts";

let world: OrchestratorWorld;
let orchestrator: Orchestrator;
let west: Worker;

beforeEach(async () => {
  world = await orchestratorWorld();
  orchestrator = world.startOrchestrator();
  west = world.startWest();
});
afterEach(async () => {
  await world.wait(Promise.all([west.stop(MINUTE), orchestrator.stop(MINUTE)]));
  await world.remove();
});

const ends = (id: BatchId) => world.until(() => hasEnded(world.store, id));
const keyed = (idempotencyKey: string) => ({ ...ADA, idempotencyKey });
const countOf = async (id: BatchId, type: string) =>
  (await typesOf(world.store, id)).filter((each) => each === type).length;

describe("manual batches", () => {
  const people = (...names: readonly string[]) =>
    names.map((name) => ({ key: keyOf(name), data: dataOf({ Key: name }) }));
  const create = (names: readonly string[], asked = ADA as Parameters<Creating>[1]) =>
    orchestrator.orders.createBatch({ runbookName: NAME, members: people(...names) }, asked);
  type Creating = Orchestrator["orders"]["createBatch"];

  test("M-090, M-091: init, then each phase, one advance each, never early", async () => {
    await publish(world.engine, {
      init: [step("open", { delaySec: 60 })],
      phases: [phase("prepare", [step("one", { delaySec: 60 })]), phase("move", [step("two")])],
    });
    const { batchId, added } = answerOf(await create(["ann", "bob"]));
    expect(added).toBe(2);
    const { batch, phases } = await rowsOf(world.store, batchId);
    expect(batch).toMatchObject({ isManual: true, start: null, status: "detected" });
    expect([...phases.values()].map(({ dueAt }) => dueAt)).toEqual([null, null]);
    const advance = () => orchestrator.orders.advance({ batchId }, ADA);
    await world.pass(HOUR);
    expect(world.effects).toEqual([]);
    answerOf(await advance());
    expect(codeOf(await advance())).toBe("in-progress");
    await world.pass(2 * MINUTE);
    answerOf(await advance());
    expect(codeOf(await advance())).toBe("in-progress");
    await world.pass(2 * MINUTE);
    answerOf(await advance());
    await ends(batchId);
    expect(await statusOf(world.store, batchId)).toBe("completed");
    expect(codeOf(await advance())).toBe("nothing-left");
    expect(world.effects).toHaveLength(5);
  });

  test("X-69 (part), R34 (part): a finished member runs again in a manual batch", async () => {
    await publish(world.engine, { phases: [phase("move", [step("one")])] });
    const before = await begin(world, { members: { ann: {} } });
    await ends(before);
    const { batchId, added } = answerOf(await create(["ann"]));
    expect(added).toBe(1);
    answerOf(await orchestrator.orders.advance({ batchId }, ADA));
    await ends(batchId);
    expect(world.effects).toHaveLength(2);
  });

  test("I16, R17: the same key makes one batch; another request under it is refused", async () => {
    await publish(world.engine, { phases: [phase("move", [step("one")])] });
    const first = await create(["ann", "bob"], keyed("k"));
    const second = await create(["ann", "bob"], keyed("k"));
    expect(second).toEqual(first);
    expect(answerOf(await world.store.batches.live(NAME))).toHaveLength(1);
    expect(codeOf(await create(["ann"], keyed("k")))).toBe("key-reused");
    const { batchId } = answerOf(first);
    const advance = () => orchestrator.orders.advance({ batchId }, keyed("go"));
    const twice = await world.wait(Promise.all([advance(), advance()]));
    expect(twice[0]).toEqual(twice[1]);
    expect(answerOf(twice[0]).changed).toBe(true);
    await ends(batchId);
    expect(world.effects).toHaveLength(2);
    expect(await advance()).toEqual(twice[0]);
  });

  test("I16: what was refused under a key stays refused; a new key is a new order", async () => {
    const early = await create(["ann"], keyed("early"));
    expect(codeOf(early)).toBe("unknown-runbook");
    await publish(world.engine, { phases: [phase("move", [step("one")])] });
    expect(await create(["ann"], keyed("early"))).toEqual(early);
    expect(answerOf(await create(["ann"], keyed("late"))).added).toBe(1);
  });

  test("I2: who is in another live batch is left out and named", async () => {
    await publish(world.engine, { phases: [phase("move", [step("one")])] });
    const one = answerOf(await create(["ann", "bob"]));
    const two = answerOf(await create(["bob", "cleo"]));
    expect(two.added).toBe(1);
    expect(two.leftOut).toEqual([
      { key: "bob", reason: expect.stringContaining(`batch ${one.batchId}`) },
    ]);
    const bob = { batchId: two.batchId, key: keyOf("bob"), data: new Map() };
    expect(codeOf(await addOne(orchestrator.orders, bob, ADA))).toBe("member-elsewhere");
  });

  test("where everybody is in other live batches no batch is made; they are named", async () => {
    await publish(world.engine, { phases: [phase("move", [step("one")])] });
    const one = answerOf(await create(["ann", "bob"]));
    const two = answerOf(await create(["cleo"]));
    const all = await create(["ann", "cleo"], keyed("k"));
    expect(all).toMatchObject({ error: { code: "member-elsewhere" } });
    expect(all).toMatchObject({
      error: { reason: expect.stringContaining(`batches ${one.batchId}, ${two.batchId}.`) },
    });
    expect(await create(["bob"])).toMatchObject({
      error: { reason: expect.stringContaining(`in batch ${one.batchId} of`) },
    });
    expect(answerOf(await world.store.batches.live(NAME))).toHaveLength(2);
  });

  test("M-092: nobody, the same person twice, or an unknown runbook make no batch", async () => {
    expect(codeOf(await create(["ann"]))).toBe("unknown-runbook");
    await publish(world.engine, { phases: [phase("move", [step("one")])] });
    expect(codeOf(await create([]))).toBe("no-members");
    expect(codeOf(await create(["ann", "bob", "ANN "]))).toBe("repeated-members");
    const other = { runbookName: RunbookName.parse("other"), members: people("ann") };
    expect(codeOf(await orchestrator.orders.createBatch(other, ADA))).toBe("unknown-runbook");
    expect(answerOf(await world.store.batches.live(null))).toEqual([]);
  });

  test("an automated batch goes by its times and is not advanced", async () => {
    await publish(world.engine, { phases: [phase("move", [step("one")])] });
    const id = await begin(world, { members: { ann: {} } });
    expect(codeOf(await orchestrator.orders.advance({ batchId: id }, ADA))).toBe("not-manual");
  });
});

describe("members by hand", () => {
  test("X-57: one who was removed returns as a new generation; a failed one stays", async () => {
    await publish(world.engine, {
      phases: [phase("move", [step("one", { failTimes: "{{Fails}}", delaySec: "{{Slow}}" })])],
    });
    const slow = { Fails: 0, Slow: 600 };
    const members = { ann: slow, bob: { Fails: 9, Slow: 0 }, cleo: slow };
    const id = await begin(world, { members });
    await world.pass(MINUTE);
    const request = (name: string) => ({ batchId: id, key: keyOf(name) });
    const data = dataOf({ Fails: 0, Slow: 0 });
    const { orders } = orchestrator;
    expect(answerOf(await orders.removeMember(request("ann"), ADA)).changed).toBe(true);
    expect(answerOf(await orders.removeMember(request("ann"), ADA)).changed).toBe(false);
    expect(answerOf(await addOne(orders, { ...request("ann"), data }, ADA)).changed).toBe(true);
    expect(answerOf(await addOne(orders, { ...request("ann"), data }, ADA)).changed).toBe(false);
    expect(await memberIn(world.store, id, "ann")).toMatchObject({
      status: "active",
      generation: 2,
    });
    expect(codeOf(await addOne(orders, { ...request("bob"), data }, ADA))).toBe("member-failed");
    expect(codeOf(await orders.removeMember(request("eve"), ADA))).toBe("unknown-member");
    await ends(id);
    expect(codeOf(await addOne(orders, { ...request("eve"), data }, ADA))).toBe("batch-ended");
    expect(await statusOf(world.store, id)).toBe("completed");
  });

  test("R36, I18: a member waits in its new batch until the old one is done", async () => {
    await publish(world.engine, {
      phases: [phase("move", [step("one", { delaySec: 600 })])],
      on_member_removed: [step("leave", { delaySec: 600 })],
    });
    const one = await begin(world, { members: { ann: {}, bob: {} }, key: "one" });
    const two = await begin(world, { members: { cleo: {} }, key: "two" });
    await world.pass(MINUTE);
    const { orders } = orchestrator;
    const key = keyOf("ann");
    answerOf(await orders.removeMember({ batchId: one, key }, ADA));
    answerOf(await addOne(orders, { batchId: two, key, data: new Map() }, ADA));
    expect((await memberIn(world.store, two, "ann")).waitsFor).toBe(one);
    await world.pass(15 * MINUTE);
    const jobs = (id: BatchId) => typesOf(world.store, id);
    expect((await jobs(two)).filter((type) => type === "member.released")).toEqual([]);
    await ends(two);
    expect(await statusOf(world.store, two)).toBe("completed");
    const { executions } = await rowsOf(world.store, one);
    const undone = [...executions.values()].find(({ kind }) => kind === "removal");
    const begun = [...(await rowsOf(world.store, two)).executions.values()].at(-1);
    expect(begun?.dispatchedAt?.getTime()).toBeGreaterThanOrEqual(
      undone?.completedAt?.getTime() ?? Number.NaN,
    );
  });

  test("R36: one who is retried waits for the batch it was in since", async () => {
    const undone = step("back", { delaySec: 600 });
    await publish(world.engine, {
      phases: [phase("move", [{ ...step("one", { failTimes: 9 }), on_failure: "undo" }])],
      rollbacks: { undo: [undone] },
    });
    const one = await begin(world, { members: { ann: {} }, key: "one" });
    await ends(one);
    const two = await begin(world, { members: { ann: {} }, key: "two" });
    await world.until(async () => (await memberIn(world.store, two, "ann")).status === "failed");
    const { orders } = orchestrator;
    const memberId = (await memberIn(world.store, one, "ann")).id;
    const retried = await orders.retryMember({ batchId: one, memberId }, ADA);
    expect(answerOf(retried).changed).toBe(true);
    expect((await memberIn(world.store, one, "ann")).waitsFor).toBe(two);
    await ends(one);
    const again = await rowsOf(world.store, two);
    expect([...again.executions.values()].map(({ kind, status }) => [kind, status])).toEqual([
      ["step", "rolled_back"],
      ["rollback", "succeeded"],
    ]);
  });

  test("R17: an order decided on an older picture is refused, whatever it is", async () => {
    await publish(world.engine, { phases: [phase("move", [step("one", { delaySec: 600 })])] });
    const id = await begin(world, { members: { ann: {} } });
    await world.pass(SECOND);
    const { eventSeq } = (await rowsOf(world.store, id)).batch;
    const old = { ...ADA, ifSeq: eventSeq - 1 };
    const eve = { batchId: id, key: keyOf("eve"), data: new Map() };
    const { orders } = orchestrator;
    expect(codeOf(await orders.cancel({ batchId: id }, old))).toBe("batch-changed");
    expect(codeOf(await addOne(orders, eve, old))).toBe("batch-changed");
    expect(codeOf(await orders.retryFailed({ batchId: id }, old))).toBe("batch-changed");
    const now = { ...ADA, ifSeq: eventSeq };
    expect(answerOf(await addOne(orders, eve, now)).changed).toBe(true);
  });

  test("X-70: held removals are approved for those the source does not show", async () => {
    await publish(world.engine, { phases: [phase("move", [step("one", { delaySec: 600 })])] });
    const id = await begin(world, { members: { ann: {}, bob: {} } });
    const absent = [
      { key: keyOf("ann"), absence: { misses: 2, among: 2, held: true } },
      { key: keyOf("bob"), absence: null },
    ];
    answerOf(await world.store.discovery.noteAbsences(NAME, absent));
    const approve = () => orchestrator.orders.approveRemovals({ batchId: id }, keyed("yes"));
    expect(answerOf(await approve())).toMatchObject({ changed: true, members: 1 });
    expect(await approve()).toEqual(await approve());
    expect(await countOf(id, "removal.approved")).toBe(1);
    const { members } = await rowsOf(world.store, id);
    const approved = [...members.values()].filter(({ removalApproved }) => removalApproved);
    expect(approved.map(({ key }) => key)).toEqual(["ann"]);
  });
});

test("I16: every order under a key gives the same answer and leaves one event", async () => {
  await publish(world.engine, { phases: [phase("move", [step("one", { delaySec: 600 })])] });
  const id = await begin(world, { members: { ann: {} } });
  await world.pass(SECOND);
  const { orders } = orchestrator;
  const limit = () => orders.setLimit({ key: "worker:west", most: 3 }, keyed("limit"));
  const first = await limit();
  answerOf(await orders.setLimit({ key: "worker:west", most: 9 }, ADA));
  expect(await limit()).toEqual(first);
  expect(answerOf(await world.store.workers.limits()).get("worker:west")).toBe(9);
  const cancel = () => orders.cancel({ batchId: id }, keyed("cancel"));
  const cancelled = await cancel();
  expect(await cancel()).toEqual(cancelled);
  expect(await countOf(id, "batch.cancelling")).toBeLessThanOrEqual(1);
  const refused = await orders.advance({ batchId: id }, keyed("advance"));
  expect(await orders.advance({ batchId: id }, keyed("advance"))).toEqual(refused);
  expect(codeOf(await orders.cancel({ batchId: id }, keyed("x".repeat(129))))).toBe("invalid-key");
  expect(codeOf(await orders.cancel({ batchId: id }, { actor: "" }))).toBe("no-actor");
});
