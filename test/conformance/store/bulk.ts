/** Moves of whole sets reach the rows that a decision did not see, and none that it did. */
import { expect } from "@jest/globals";
import {
  type BatchId,
  MemberId,
  PhaseExecutionId,
  StepExecutionId,
} from "../../../runtime/contract/ids.ts";
import type { Bulk } from "../../../runtime/domain/engine/bulk.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Need } from "../../../runtime/domain/engine/needs.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf } from "../bus/answers.ts";
import { commitRows, makeBatch } from "./batch-of.ts";
import { NOTHING, rowsOf, unitOf } from "./core-on-store.ts";
import { executionRow, memberRow, phaseRow } from "./rows.ts";
import { type StoreCase, storeCase as test } from "./store-case.ts";

const AT = new Date("2026-03-02T06:00:00.000Z");
const DEADLINE = new Date("2026-03-02T07:00:00.000Z");
const execution = (id: number) => StepExecutionId.parse(id);

async function load(store: Store<string>, id: BatchId, need: Partial<Need>) {
  const seen: ExecutionRow[] = [];
  const batches = new Map([[id, { ...NOTHING, ...need }]]);
  answerOf(
    await store.transact({ batches }, (loaded) => {
      seen.push(...rowsOf(loaded, id).executions.values());
      return unitOf(loaded);
    }),
  );
  return seen.sort((one, other) => one.id - other.id);
}

/** Executions of the batch itself, as given, and one move of them. */
async function moved(store: Store<string>, given: readonly Partial<ExecutionRow>[], bulk: Bulk) {
  const id = await makeBatch(store);
  const rows = given.map((each, index) => executionRow(id, index + 1, each));
  const inserts = rows.map((row) => ({ table: "executions", row }) as const);
  const attention = rows.map((row) => ({
    kind: "open" as const,
    subject: `step:${row.id}`,
    batchId: id,
    reason: "why",
    actions: [],
    openedAt: AT,
  }));
  answerOf(await commitRows(store, id, { inserts, attention }));
  answerOf(await commitRows(store, id, { bulk: [bulk] }));
  return load(store, id, {});
}

export const BULK: readonly StoreCase[] = [
  test("a phase is opened for active members that were not shown, under its fence", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const members = [
      memberRow(id, 1, "a"),
      memberRow(id, 2, "b", { generation: 3 }),
      memberRow(id, 3, "c", { status: "removed" }),
    ];
    const phaseId = PhaseExecutionId.parse(4);
    const shape = { phaseId, firstId: 101, steps: 2, members: 3 };
    const bulk = { kind: "openPhase", ...shape, fence: 2, at: AT } as const;
    answerOf(
      await commitRows(store, id, {
        inserts: [
          { table: "phases", row: phaseRow(id, 4) },
          ...members.map((row) => ({ table: "members", row }) as const),
        ],
        bulk: [{ ...bulk, exceptMembers: [MemberId.parse(1)] }],
      }),
    );
    const opened = await load(store, id, { members: new Set(members.map((each) => each.id)) });
    const made = {
      kind: "step",
      phaseId,
      memberId: MemberId.parse(2),
      generation: 3,
      fence: 2,
    } as const;
    expect(opened).toEqual([
      executionRow(id, 102, { ...made, stepIndex: 0, dueAt: AT }),
      executionRow(id, 105, { ...made, stepIndex: 1, dueAt: null }),
    ]);
  }),
  test("R24, R39 (part): what is open is cancelled; jobs that are out drain", async ({ store }) => {
    const given: readonly Partial<ExecutionRow>[] = [
      { status: "pending", dueAt: DEADLINE, waitingFor: "paused" },
      { status: "dispatched", outstanding: true, dueAt: DEADLINE },
      { status: "polling", dueAt: DEADLINE },
      { status: "failed", held: true },
      { kind: "rollback", status: "pending", dueAt: DEADLINE },
      { kind: "removal", status: "failed", held: true },
      { status: "pending" },
      { status: "succeeded" },
    ];
    const rows = await moved(store, given, { kind: "cancelOpen", at: AT, except: [execution(7)] });
    const told = rows.map(({ status, held, dueAt, waitingFor, completedAt }) =>
      [
        status,
        held,
        dueAt === null ? "-" : "due",
        waitingFor,
        completedAt === null ? "-" : "at",
      ].join(" "),
    );
    expect(told).toEqual([
      "cancelled false -  at",
      "cancelled false due  at",
      "cancelled false -  at",
      "failed false -  -",
      "pending false due  -",
      "failed true -  -",
      "pending false -  -",
      "succeeded false -  -",
    ]);
    const open = answerOf(await store.records.attention(20)).map(({ subject }) => subject);
    expect(open).not.toContain("step:4");
    expect(open).toContain("step:6");
    expect(open).toHaveLength(given.length - 1);
  }),
  test("what waits for one thing is woken, in one phase or in all", async ({ store }) => {
    const [one, two] = [PhaseExecutionId.parse(1), PhaseExecutionId.parse(2)];
    const given: readonly Partial<ExecutionRow>[] = [
      { phaseId: one, waitingFor: "paused" },
      { phaseId: two, waitingFor: "paused" },
      { phaseId: one, waitingFor: "barrier" },
      { phaseId: one, waitingFor: "paused" },
    ];
    const bulk = { kind: "wake", waitingFor: "paused", at: AT, except: [execution(4)] } as const;
    const rows = await moved(store, given, { ...bulk, phaseId: one });
    expect(rows.map(({ waitingFor }) => waitingFor)).toEqual([null, "paused", "barrier", "paused"]);
    expect(rows[0]?.dueAt).toEqual(AT);
    const id = rows[0]?.batchId;
    if (id === undefined) throw new Error("no row");
    answerOf(await commitRows(store, id, { bulk: [{ ...bulk, phaseId: null }] }));
    const after = await load(store, id, {});
    expect(after.map(({ waitingFor }) => waitingFor)).toEqual([null, null, "barrier", "paused"]);
  }),
  test("of those who wait for a slot the oldest are loaded, with all that is theirs", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const members = [3, 2, 1].map((each) => memberRow(id, each, `m-${each}`));
    const parked = [3, 2, 1].map((each, index) =>
      executionRow(id, 10 + index, { memberId: MemberId.parse(each), waitingFor: "worker:w" }),
    );
    const other = executionRow(id, 20, { memberId: MemberId.parse(3) });
    const inserts = [
      ...members.map((row) => ({ table: "members", row }) as const),
      ...[...parked, other].map((row) => ({ table: "executions", row }) as const),
    ];
    answerOf(await commitRows(store, id, { inserts }));
    const seen = await load(store, id, { parked: [{ waitingFor: "worker:w", most: 2 }] });
    expect(seen.map((row) => row.id)).toEqual([10, 11, 20]);
  }),
];
