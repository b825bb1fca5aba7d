/** Statuses change along the arrows of the domain's tables and nowhere else: every pair is
 *  tried. */
import { expect } from "@jest/globals";
import { type BatchId, StepExecutionId } from "../../../runtime/contract/ids.ts";
import {
  BATCH_STATUSES,
  MEMBER_STATUSES,
  PHASE_STATUSES,
  STEP_STATUSES,
} from "../../../runtime/contract/statuses.ts";
import { BATCH_MOVES } from "../../../runtime/domain/batch.ts";
import type { PhaseRow } from "../../../runtime/domain/engine/rows.ts";
import type { Insert, Patch, TableName } from "../../../runtime/domain/engine/writes.ts";
import { MEMBER_MOVES } from "../../../runtime/domain/member.ts";
import type { Moves } from "../../../runtime/domain/moves.ts";
import { PHASE_MOVES } from "../../../runtime/domain/phase.ts";
import { STEP_MOVES } from "../../../runtime/domain/step.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { version } from "../../unit/domain/engine/start-world.ts";
import { answerOf, failureOf } from "../bus/answers.ts";
import { commitRows, makeBatch } from "./batch-of.ts";
import { executionRow, memberRow, phaseRow } from "./rows.ts";
import { type StoreCase, storeCase as test } from "./store-case.ts";

/** Some way of arrows leads there: a decision may take several at once. */
function leads(moves: Moves<string, string>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const move of moves[at] ?? []) {
      if (seen.has(move.to)) continue;
      seen.add(move.to);
      open.push(move.to);
    }
  }
  return seen.has(to);
}

const patch = (table: TableName, id: number, from: string, to: string): Patch =>
  ({ table, id, expect: { status: from }, set: { status: to } }) as Patch;

type Tried = {
  readonly table: TableName;
  readonly statuses: readonly string[];
  readonly moves: Moves<string, string>;
  /** A row in a given status. */
  readonly rowIn: (batchId: BatchId, id: number, status: string) => Insert;
};

const TRIED: readonly Tried[] = [
  {
    table: "phases",
    statuses: PHASE_STATUSES,
    moves: PHASE_MOVES,
    rowIn: (batchId, id, status) =>
      ({ table: "phases", row: { ...phaseRow(batchId, id), status } }) as Insert,
  },
  {
    table: "members",
    statuses: MEMBER_STATUSES,
    moves: MEMBER_MOVES,
    rowIn: (batchId, id, status) =>
      ({ table: "members", row: { ...memberRow(batchId, id, `m-${id}`), status } }) as Insert,
  },
  {
    table: "executions",
    statuses: STEP_STATUSES,
    moves: STEP_MOVES,
    rowIn: (batchId, id, status) =>
      ({ table: "executions", row: { ...executionRow(batchId, id), status } }) as Insert,
  },
];

async function tryEveryPair(store: Store<string>, tried: Tried): Promise<void> {
  const { table, statuses, moves, rowIn } = tried;
  const batchId = await makeBatch(store, table);
  let id = 0;
  for (const from of statuses) {
    for (const to of statuses) {
      id += 1;
      const inserts = [rowIn(batchId, id, from)];
      answerOf(await commitRows(store, batchId, { inserts }));
      const moved = commitRows(store, batchId, { patches: [patch(table, id, from, to)] });
      if (leads(moves, from, to)) answerOf(await moved);
      else await expect(moved).rejects.toThrow(`no way leads ${table} from ${from} to ${to}`);
    }
  }
}

export const MOVES: readonly StoreCase[] = [
  ...TRIED.map((tried) =>
    test(`M-055: I19: ${tried.table} move along arrows only; every pair was tried`, ({ store }) =>
      tryEveryPair(store, tried)),
  ),
  test("M-055: I19: batches move along arrows only; every pair was tried", async ({ store }) => {
    for (const from of BATCH_STATUSES) {
      for (const to of BATCH_STATUSES) {
        const id = await makeBatch(store, `${from}-${to}`);
        if (from !== "detected") {
          answerOf(
            await commitRows(store, id, { patches: [patch("batches", id, "detected", from)] }),
          );
        }
        const moved = commitRows(store, id, { patches: [patch("batches", id, from, to)] });
        if (leads(BATCH_MOVES, from, to)) answerOf(await moved);
        else await expect(moved).rejects.toThrow("no way leads");
      }
    }
  }),
  test("M-055: a row that is not in the status it was decided from does not move", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const inserts = [{ table: "executions", row: executionRow(id, 1) }] as const;
    answerOf(await commitRows(store, id, { inserts }));
    const late = patch("executions", 1, "dispatched", "succeeded");
    expect(failureOf(await commitRows(store, id, { patches: [late] })).kind).toBe("stale");
  }),
  test("M-065: a status outside its set is refused by the database itself", async ({ store }) => {
    const id = await makeBatch(store);
    const row = { ...phaseRow(id, 1), status: "paused" };
    const inserts = [{ table: "phases", row } as unknown as Insert];
    await expect(commitRows(store, id, { inserts })).rejects.toThrow(/CHECK/i);
  }),
  test("I3: one execution for each phase, member and step; one for each init step", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const row = executionRow(id, 1);
    const twice = [row, { ...row, id: StepExecutionId.parse(2) }];
    const inserts = twice.map((each) => ({ table: "executions", row: each }) as const);
    expect(failureOf(await commitRows(store, id, { inserts })).kind).toBe("conflict");
    answerOf(await commitRows(store, id, { inserts: inserts.slice(0, 1) }));
  }),
  test("M-061 (part): a phase is there once for each batch, name and version", async ({
    store,
  }) => {
    const id = await makeBatch(store);
    const [one, two] = [phaseRow(id, 1), { ...phaseRow(id, 2), name: phaseRow(id, 1).name }];
    const add = (row: PhaseRow) => commitRows(store, id, { inserts: [{ table: "phases", row }] });
    answerOf(await add(one));
    expect(failureOf(await add(two)).kind).toBe("conflict");
    answerOf(await add({ ...two, version: version(2) }));
  }),
];
