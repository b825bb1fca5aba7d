/** Rows whose time has come are found, oldest first, and nothing else is. */
import { expect } from "@jest/globals";
import { memberNamed } from "../../unit/domain/engine/begin.ts";
import { signed } from "../../unit/domain/engine/run.ts";
import { phase, runbook, step } from "../../unit/domain/engine/runbooks.ts";
import { START } from "../../unit/domain/engine/start-world.ts";
import { answerOf } from "../bus/answers.ts";
import { commitRows, makeBatch } from "./batch-of.ts";
import { beginOnStore, commitInputs, reload, rowsOf } from "./core-on-store.ts";
import { phaseRow } from "./rows.ts";
import { type StoreCase, storeCase as test } from "./store-case.ts";

const PLAN = runbook([
  phase("first", [step("a"), step("b")]),
  phase("second", [step("c")], { offsetMinutes: 0 }),
]);

async function begun({ store, clock }: Parameters<StoreCase["run"]>[0], members: number) {
  const run = await beginOnStore(store, "due", [PLAN]);
  const keys = Array.from({ length: members }, (_, index) => memberNamed(`m-${index}`));
  await commitInputs(store, clock, run, [...keys, { kind: "batch-detected" } as const].map(signed));
  return run;
}

export const DUE: readonly StoreCase[] = [
  test("R43, I36 (part): a phase is due at its time while its batch is active", async (world) => {
    const { store } = world;
    const run = await begun(world, 1);
    const early = new Date(START.getTime() - 1);
    world.clock.time = early;
    expect(answerOf(await store.due.phases(10))).toEqual([]);
    expect(answerOf(await store.due.next())).toEqual({ at: START, now: early });
    world.clock.time = START;
    const due = answerOf(await store.due.phases(10));
    expect(due).toEqual(
      [...run.world.phases.keys()].map((id) => ({ batchId: run.world.batch.id, id })),
    );
    expect(answerOf(await store.due.phases(1))).toHaveLength(1);
    await commitInputs(store, world.clock, run, [signed({ kind: "cancel", ifSeq: null })]);
    const id = await makeBatch(store, "not begun");
    const row = phaseRow(id, 900, { dueAt: early });
    answerOf(await commitRows(store, id, { inserts: [{ table: "phases", row }] }));
    expect(answerOf(await store.due.phases(10))).toEqual([]);
    run.now = START;
    expect(answerOf(await store.due.next())).toMatchObject({ at: null });
  }),
  test("opening a phase makes the first step of every member due, in one move", async (world) => {
    const { store, clock } = world;
    const run = await begun(world, 3);
    const [phaseId] = run.world.phases.keys();
    if (phaseId === undefined) throw new Error("no phase");
    run.now = START;
    await commitInputs(store, clock, run, [signed({ kind: "phase-due", phaseId })]);
    const due = answerOf(await store.due.executions(10));
    expect(due).toHaveLength(3);
    expect(answerOf(await store.due.executions(2))).toEqual(due.slice(0, 2));
    const { executions } = rowsOf(await reload(store, run), run.world.batch.id);
    expect(executions.size).toBe(6);
    const timers = due.map(({ id }) => signed({ kind: "timer", executionId: id }));
    await commitInputs(store, clock, run, timers);
    expect(run.jobs).toHaveLength(3);
    expect(answerOf(await store.due.executions(10))).toEqual([]);
  }),
  test("a slot is due when there is room for somebody who waits", async (world) => {
    const { store, clock } = world;
    const run = await begun(world, 2);
    const key = "function:Set-Thing";
    const grant = (granted: number) => signed({ kind: "slots-granted", key, granted });
    run.now = START;
    await commitInputs(store, clock, run, [grant(0)]);
    for (const phaseId of [...run.world.phases.keys()].slice(0, 1)) {
      await commitInputs(store, clock, run, [signed({ kind: "phase-due", phaseId })]);
    }
    const due = answerOf(await store.due.executions(10));
    await commitInputs(
      store,
      clock,
      run,
      due.map(({ id }) => signed({ kind: "timer", executionId: id })),
    );
    expect(answerOf(await store.due.slots(10))).toEqual([]);
    await commitInputs(store, clock, run, [grant(1)]);
    const batchId = run.world.batch.id;
    expect(answerOf(await store.due.slots(10))).toEqual([{ batchId, key }]);
    expect(answerOf(await store.workers.shares(key))).toMatchObject([{ batchId, granted: 1 }]);
  }),
];
