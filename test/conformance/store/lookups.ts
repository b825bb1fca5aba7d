/** Where a message belongs and whom an order means, looked up across batches. */
import { expect } from "@jest/globals";
import { MemberKey } from "../../../runtime/contract/identifiers.ts";
import {
  type BatchId,
  MemberId,
  PhaseExecutionId,
  StepExecutionId,
} from "../../../runtime/contract/ids.ts";
import { answerOf } from "../bus/answers.ts";
import { commitRows, makeBatch, RUNBOOK } from "./batch-of.ts";
import { executionRow, memberRow, phaseRow } from "./rows.ts";
import { type StoreCase, storeCase as test } from "./store-case.ts";

const FAILED = { status: "failed" } as const;

export const LOOKUPS: readonly StoreCase[] = [
  test("X-13 (part): the batch of an execution is found by its id alone", async ({ store }) => {
    const one = await makeBatch(store, "a");
    const two = await makeBatch(store, "b");
    const inserts = (batch: typeof one, id: number) =>
      [{ table: "executions", row: executionRow(batch, id) }] as const;
    answerOf(await commitRows(store, one, { inserts: inserts(one, 7) }));
    answerOf(await commitRows(store, two, { inserts: inserts(two, 8) }));
    const ids = [8, 9, 7].map((id) => StepExecutionId.parse(id));
    const found = answerOf(await store.lookups.batchesOf(ids));
    expect([...found]).toEqual([
      [7, one],
      [8, two],
    ]);
  }),
  test("members of a batch are found by their keys, whatever has become of them", async ({
    store,
  }) => {
    const one = await makeBatch(store, "a");
    const two = await makeBatch(store, "b");
    const ada = memberRow(one, 1, "ada", { status: "removed", generation: 3 });
    const bob = memberRow(one, 2, "bob");
    const eve = memberRow(two, 3, "eve");
    const rows = [ada, bob].map((row) => ({ table: "members", row }) as const);
    answerOf(await commitRows(store, one, { inserts: rows }));
    answerOf(await commitRows(store, two, { inserts: [{ table: "members", row: eve }] }));
    const keys = ["eve", "bob", "ada"].map((key) => MemberKey.parse(key));
    expect(answerOf(await store.lookups.members(one, keys))).toMatchObject([
      { id: 1, key: "ada", status: "removed", generation: 3 },
      { id: 2, key: "bob", status: "active" },
    ]);
  }),
  test("failed members come in pages, of the batch or of the phase they failed in", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const phases = [1, 2].map((each) => PhaseExecutionId.parse(each));
    const step = (of: number, member: number, phase: number, generation = 1) =>
      executionRow(id, of, {
        kind: "step",
        phaseId: PhaseExecutionId.parse(phase),
        memberId: MemberId.parse(member),
        generation,
        ...FAILED,
      });
    const members = [
      memberRow(id, 1, "one", FAILED),
      memberRow(id, 2, "two", FAILED),
      memberRow(id, 3, "three"),
      memberRow(id, 4, "four", { ...FAILED, generation: 2 }),
    ];
    const steps = [step(1, 1, 1), step(2, 2, 2), step(3, 4, 1), step(4, 4, 2, 2)];
    answerOf(
      await commitRows(store, id, {
        inserts: [
          ...phases.map((each) => ({ table: "phases", row: phaseRow(id, each) }) as const),
          ...members.map((row) => ({ table: "members", row }) as const),
          ...steps.map((row) => ({ table: "executions", row }) as const),
        ],
      }),
    );
    const failed = async (phase: number, after: number, most: number) => {
      const phaseId = phase === 0 ? 0 : PhaseExecutionId.parse(phase);
      const from = after === 0 ? 0 : MemberId.parse(after);
      return answerOf(await store.lookups.failedMembers(id, phaseId, from, most));
    };
    expect(await failed(0, 0, 2)).toEqual([1, 2]);
    expect(await failed(0, 2, 2)).toEqual([4]);
    expect(await failed(1, 0, 9)).toEqual([1]);
    expect(await failed(2, 0, 9)).toEqual([2, 4]);
  }),
  test("R36: a batch that let a member go and is not done with it is found", async ({ store }) => {
    const one = await makeBatch(store, "a");
    const two = await makeBatch(store, "b");
    const gone = { status: "removed" } as const;
    const busy = { currentExecutionId: StepExecutionId.parse(7) };
    const members = [
      memberRow(one, 1, "out", { ...gone, ...busy }),
      memberRow(one, 2, "undoing", gone),
      memberRow(one, 3, "done", gone),
    ];
    const out = { kind: "step", memberId: MemberId.parse(1), outstanding: true } as const;
    const undo = { kind: "removal", memberId: MemberId.parse(2) } as const;
    const ended = { kind: "removal", memberId: MemberId.parse(3), status: "succeeded" } as const;
    answerOf(
      await commitRows(store, one, {
        inserts: [
          ...members.map((row) => ({ table: "members", row }) as const),
          { table: "executions", row: executionRow(one, 7, out) },
          { table: "executions", row: executionRow(one, 8, undo) },
          { table: "executions", row: executionRow(one, 9, ended) },
        ],
      }),
    );
    answerOf(
      await commitRows(store, two, {
        inserts: [{ table: "members", row: memberRow(two, 4, "held") }],
      }),
    );
    const keys = ["out", "undoing", "done", "held", "nobody"].map((key) => MemberKey.parse(key));
    const draining = answerOf(await store.lookups.draining(RUNBOOK, keys));
    expect([...draining].sort()).toEqual([
      ["out", one],
      ["undoing", one],
    ]);
  }),
  test("R36: with whom another batch is not done is found by member and by execution", async ({
    store,
  }) => {
    const one = await makeBatch(store, "a");
    const two = await makeBatch(store, "b");
    const undo = { kind: "rollback", memberId: MemberId.parse(1) } as const;
    answerOf(
      await commitRows(store, one, {
        inserts: [
          { table: "members", row: memberRow(one, 1, "ada", FAILED) },
          { table: "executions", row: executionRow(one, 7, undo) },
        ],
      }),
    );
    const own = { memberId: MemberId.parse(2), ...FAILED };
    answerOf(
      await commitRows(store, two, {
        inserts: [
          { table: "members", row: memberRow(two, 2, "ada", FAILED) },
          { table: "members", row: memberRow(two, 3, "bob", FAILED) },
          { table: "executions", row: executionRow(two, 8, own) },
        ],
      }),
    );
    const members = [1, 2, 3].map((id) => MemberId.parse(id));
    const executions = [StepExecutionId.parse(8)];
    const { busyElsewhere } = store.lookups;
    expect([...answerOf(await busyElsewhere(two, { members, executions: [] }))]).toEqual([
      [2, one],
    ]);
    expect([...answerOf(await busyElsewhere(two, { members: [], executions }))]).toEqual([
      [2, one],
    ]);
    expect([...answerOf(await busyElsewhere(one, { members, executions }))]).toEqual([]);
  }),
  test("R36 (part): who holds the member of an execution elsewhere is known", async ({ store }) => {
    const one = await makeBatch(store, "a");
    const two = await makeBatch(store, "b");
    const ada = { memberId: MemberId.parse(1) } as const;
    answerOf(
      await commitRows(store, one, {
        inserts: [
          { table: "members", row: memberRow(one, 1, "ada", FAILED) },
          { table: "members", row: memberRow(one, 2, "bob") },
          { table: "executions", row: executionRow(one, 7, ada) },
          { table: "executions", row: executionRow(one, 8, { memberId: MemberId.parse(2) }) },
        ],
      }),
    );
    const inserts = [{ table: "members", row: memberRow(two, 3, "ada") } as const];
    answerOf(await commitRows(store, two, { inserts }));
    const elsewhere = async (id: BatchId, execution: number) =>
      answerOf(await store.lookups.heldElsewhere(id, StepExecutionId.parse(execution)));
    expect(await elsewhere(one, 7)).toBe(two);
    expect(await elsewhere(one, 8)).toBeNull();
    expect(await elsewhere(two, 7)).toBeNull();
  }),
  test("a limit of which a batch has a share is known, also after it was lifted", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const slot = (key: string, granted: number | null) => {
      const row = { key, batchId: id, granted, inUse: 0, waiting: false, dueAt: null };
      return { table: "slots", row } as const;
    };
    const inserts = [slot("worker:west", 0), slot("function:Send-Once", null)];
    answerOf(await commitRows(store, id, { inserts }));
    answerOf(await store.workers.setLimit("worker:west", 5, []));
    answerOf(await store.workers.setLimit("worker:west", null, []));
    expect(answerOf(await store.lookups.dealtLimits())).toEqual(["worker:west"]);
  }),
];
