/** Batches are found by their runbook's name and their key; a member is in one live batch. */
import { expect } from "@jest/globals";
import { MemberKey, RunbookName } from "../../../runtime/contract/identifiers.ts";
import { type BatchId, MemberId, StepExecutionId } from "../../../runtime/contract/ids.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";
import type { Patch } from "../../../runtime/domain/engine/writes.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { version } from "../../unit/domain/engine/start-world.ts";
import { answerOf, failureOf } from "../bus/answers.ts";
import { commitRows, look, makeBatch, newBatch, RUNBOOK } from "./batch-of.ts";
import { rowsOf } from "./core-on-store.ts";
import { executionRow, memberRow } from "./rows.ts";
import { type StoreCase, storeCase as test } from "./store-case.ts";

const join = (store: Store<string>, batchId: BatchId, id: number, key: string) =>
  commitRows(store, batchId, { inserts: [{ table: "members", row: memberRow(batchId, id, key) }] });

const move = (id: BatchId, from: string, to: string): Patch =>
  ({ table: "batches", id, expect: { status: from }, set: { status: to } }) as Patch;

export const BATCHES: readonly StoreCase[] = [
  test("I2, R35: a key is made once, whatever the version, and found again", async ({ store }) => {
    const first = answerOf(await store.batches.create([newBatch("a"), newBatch("a")]));
    const other = newBatch("a", { version: version(2) });
    const again = answerOf(await store.batches.create([other]));
    expect(first.map(({ made }) => made)).toEqual([true, false]);
    expect(again).toEqual([{ id: first[0]?.id, made: false }]);
    expect(answerOf(await store.batches.live(RUNBOOK))).toHaveLength(1);
  }),
  test("M-059 (part): several manual batches without a start time stand side by side", async ({
    store,
  }) => {
    const made = answerOf(await store.batches.create([newBatch("a"), newBatch("b")]));
    expect(made.every((each) => each.made)).toBe(true);
  }),
  test("M-065: live batches are listed by the runbook's name, or all of them", async ({
    store,
  }) => {
    const one = await makeBatch(store, "a");
    const runbookName = RunbookName.parse("another");
    const two = await makeBatch(store, "a", { runbookName, version: version(3) });
    const done = await makeBatch(store, "b");
    answerOf(await commitRows(store, done, { patches: [move(done, "detected", "failed")] }));
    const idsOf = async (name: RunbookName | null) =>
      answerOf(await store.batches.live(name)).map(({ batch }) => batch.id);
    expect(await idsOf(RUNBOOK)).toEqual([one]);
    expect(await idsOf(null)).toEqual([one, two]);
    expect(answerOf(await store.batches.find(RUNBOOK, "b"))?.batch.status).toBe("failed");
    expect(answerOf(await store.batches.find(RUNBOOK, "c"))).toBeNull();
    expect(answerOf(await store.batches.read(two))?.key).toBe("a");
  }),
  test("a new batch is loaded as it was made", async ({ store }) => {
    const start = new Date("2026-04-01T00:00:00.000Z");
    const budget = { failedMax: 3, failedPercentMax: null, sampleMin: 10 };
    const id = await makeBatch(store, "x", { start, budget, isManual: false });
    const { batch } = rowsOf(await look(store, id), id);
    expect(batch).toMatchObject({ id, start, budget, isManual: false, status: "detected" });
    expect(batch).toMatchObject({ fence: 1, eventSeq: 0, memberCount: 0, statusReason: null });
  }),
  test("M-060 (part): a member is in a batch once", async ({ store }) => {
    const id = await makeBatch(store);
    answerOf(await join(store, id, 1, "ada"));
    expect(failureOf(await join(store, id, 2, "ada")).kind).toBe("conflict");
  }),
  test("I2: a member active in one live batch cannot be in another of the runbook", async ({
    store,
  }) => {
    const one = await makeBatch(store, "a");
    const two = await makeBatch(store, "b");
    const elsewhere = await makeBatch(store, "c", { runbookName: RunbookName.parse("another") });
    answerOf(await join(store, one, 1, "ada"));
    expect(failureOf(await join(store, two, 2, "ada")).kind).toBe("conflict");
    answerOf(await join(store, elsewhere, 3, "ada"));
    const keys = [MemberKey.parse("ada"), MemberKey.parse("bob")];
    expect(answerOf(await store.batches.holders(RUNBOOK, keys))).toEqual(new Map([["ada", one]]));
  }),
  test("I2: once its batch has ended, or it has left, another batch may have it", async ({
    store,
  }) => {
    const [one, two, three] = [
      await makeBatch(store, "a"),
      await makeBatch(store, "b"),
      await makeBatch(store, "c"),
    ];
    answerOf(await join(store, one, 1, "ada"));
    answerOf(await commitRows(store, one, { patches: [move(one, "detected", "failed")] }));
    answerOf(await join(store, two, 2, "ada"));
    const reopened = await commitRows(store, one, { patches: [move(one, "failed", "active")] });
    expect(failureOf(reopened).kind).toBe("conflict");
    const leaves = { table: "members", id: 2, expect: { status: "active" } } as const;
    const patches = [{ ...leaves, set: { status: "removed" } }] as const;
    answerOf(await commitRows(store, two, { patches }));
    answerOf(await join(store, three, 3, "ada"));
  }),
  test("members are listed in pages, in the order of their ids", async ({ store }) => {
    const id = await makeBatch(store);
    for (const each of [1, 2, 3]) answerOf(await join(store, id, each, `m-${each}`));
    const first = answerOf(await store.batches.members(id, 0, 2));
    const rest = answerOf(await store.batches.members(id, first[1]?.id ?? 0, 2));
    expect([...first, ...rest].map(({ key }) => key)).toEqual(["m-1", "m-2", "m-3"]);
    expect(rest).toHaveLength(1);
  }),
  test("R41: a batch goes from one version to another once", async ({ store }) => {
    const id = await makeBatch(store);
    const patch = { table: "batches", id, expect: { version: version(1) } } as const;
    const patches = [{ ...patch, set: { version: version(2) } }] as const;
    answerOf(await commitRows(store, id, { patches }));
    expect(failureOf(await commitRows(store, id, { patches })).kind).toBe("stale");
  }),
  test("R34 (part), I25: a key that any batch ever had is known, ended ones too", async ({
    store,
  }) => {
    const one = await makeBatch(store, "a");
    const two = await makeBatch(store, "b");
    const elsewhere = await makeBatch(store, "c", { runbookName: RunbookName.parse("another") });
    answerOf(await join(store, one, 1, "ada"));
    answerOf(await commitRows(store, one, { patches: [move(one, "detected", "failed")] }));
    const row = memberRow(two, 2, "bob", { status: "removed" });
    answerOf(await commitRows(store, two, { inserts: [{ table: "members", row }] }));
    answerOf(await join(store, elsewhere, 3, "eve"));
    const keys = ["ada", "bob", "eve", "zoe"].map((key) => MemberKey.parse(key));
    const known = answerOf(await store.batches.everBatched(RUNBOOK, keys));
    expect([...known].sort()).toEqual(["ada", "bob"]);
  }),
  test("R36: who waits for a batch is found when that batch is done with them", async ({
    store,
  }) => {
    const one = await makeBatch(store, "a");
    const two = await makeBatch(store, "b");
    const commit = (...patches: readonly Patch[]) => commitRows(store, one, { patches });
    const undo = (set: object): Patch =>
      ({ table: "executions", id: 8, expect: { status: "pending" }, set }) as Patch;
    const isOut = (outstanding: boolean): readonly Patch[] => {
      const currentExecutionId = outstanding ? StepExecutionId.parse(9) : 0;
      return [
        { table: "executions", id: 9, expect: {}, set: { outstanding } },
        { table: "members", id: 1, expect: {}, set: { currentExecutionId } },
      ];
    };
    const waiting = async () => answerOf(await store.batches.waiting(10));
    answerOf(await join(store, one, 1, "ada"));
    const left = { table: "members", id: 1, expect: { status: "active" } } as const;
    answerOf(await commit({ ...left, set: { status: "removed" } }));
    const memberId = MemberId.parse(1);
    const made = [executionRow(one, 8, { memberId, kind: "removal" })];
    const inserts = [...made, executionRow(one, 9, { memberId })].map(
      (row) => ({ table: "executions", row }) as const,
    );
    answerOf(await commitRows(store, one, { inserts }));
    const row = memberRow(two, 2, "ada", { waitsFor: one });
    answerOf(await commitRows(store, two, { inserts: [{ table: "members", row }] }));
    expect(await waiting()).toEqual([]);
    answerOf(await commit(undo({ status: "failed", held: true })));
    expect(await waiting()).toEqual([]);
    answerOf(await commit(...isOut(true)));
    answerOf(await commit({ table: "executions", id: 8, expect: {}, set: { held: false } }));
    expect(await waiting()).toEqual([]);
    answerOf(await commit(...isOut(false)));
    expect(await waiting()).toEqual([{ batchId: two, memberId: 2, from: one, next: null }]);
    expect(answerOf(await store.batches.waiting(0))).toEqual([]);
  }),
  test("R36: with who waits comes another batch that let them go and is not done", async ({
    store,
  }) => {
    const gone = { status: "removed" } as const;
    const [one, two, three] = [
      await makeBatch(store, "a"),
      await makeBatch(store, "b"),
      await makeBatch(store, "c"),
    ];
    const inserts = (row: MemberRow, ...rows: readonly ExecutionRow[]) => [
      { table: "members", row } as const,
      ...rows.map((each) => ({ table: "executions", row: each }) as const),
    ];
    const removal = { memberId: MemberId.parse(1), kind: "removal" } as const;
    const undoing = inserts(memberRow(one, 1, "ada", gone), executionRow(one, 8, removal));
    answerOf(await commitRows(store, one, { inserts: undoing }));
    answerOf(await commitRows(store, two, { inserts: inserts(memberRow(two, 2, "ada", gone)) }));
    const here = inserts(memberRow(three, 3, "ada", { waitsFor: two }));
    answerOf(await commitRows(store, three, { inserts: here }));
    expect(answerOf(await store.batches.waiting(10))).toEqual([
      { batchId: three, memberId: 3, from: two, next: one },
    ]);
  }),
];
