/** What two transactions can do to each other between statements: with the batch's lock nothing is
 *  lost; without it the completion of a phase is (R04). */
import { expect, test } from "@jest/globals";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { WorkerJob } from "../../../runtime/contract/messages/worker-job.ts";
import { decide } from "../../../runtime/domain/engine/decide.ts";
import type { Input } from "../../../runtime/domain/engine/inputs.ts";
import { needs } from "../../../runtime/domain/engine/needs.ts";
import type { World } from "../../../runtime/domain/engine/world.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { commitRows, makeBatch, newBatch, RUNBOOK } from "../../conformance/store/batch-of.ts";
import {
  beginOnStore,
  commitInputs,
  NOTHING,
  rowsIn,
  rowsOf,
  unitOf,
} from "../../conformance/store/core-on-store.ts";
import { memberRow } from "../../conformance/store/rows.ts";
import { CLOCK_START } from "../../conformance/store/store-case.ts";
import { resultOf, SUCCESS } from "../../unit/domain/engine/answers.ts";
import { memberNamed } from "../../unit/domain/engine/begin.ts";
import { type Run, signed } from "../../unit/domain/engine/run.ts";
import { phase, runbook, step } from "../../unit/domain/engine/runbooks.ts";
import { START } from "../../unit/domain/engine/start-world.ts";
import type { Discipline } from "./database.ts";
import { type ModelDatabase, openModelDatabase } from "./model-store.ts";
import { openSeams, type Seams, settled } from "./seams.ts";

const PLAN = runbook([phase("only", [step("a")])]);
const HOST_A = { owner: "host-a", claimMs: 30_000 };
const HOST_B = { owner: "host-b", claimMs: 30_000 };

const opened = (discipline: Discipline = "locked in order") => {
  const clock = { time: CLOCK_START };
  return { clock, database: openModelDatabase({ now: () => clock.time, discipline }) };
};

/** A batch of two members whose only steps are out. */
async function twoMembersOut(discipline: Discipline) {
  const { clock, database } = opened(discipline);
  const { store } = database.connect<string>(HOST_A);
  const run = await beginOnStore(store, "race", [PLAN]);
  const begin = [memberNamed("ada"), memberNamed("bob"), { kind: "batch-detected" } as const];
  await commitInputs(store, clock, run, begin.map(signed));
  run.now = START;
  for (const phaseId of [...run.world.phases.keys()]) {
    await commitInputs(store, clock, run, [signed({ kind: "phase-due", phaseId })]);
  }
  const due = answerOf(await store.due.executions(10));
  const timers = due.map(({ id }) => signed({ kind: "timer", executionId: id }));
  await commitInputs(store, clock, run, timers);
  expect(run.jobs).toHaveLength(2);
  return { database, run };
}

const handle = (store: Store<string>, { world }: Run, input: Input) => {
  const { id } = world.batch;
  return store.transact({ batches: new Map([[id, needs([input])]]) }, (loaded) => {
    const { plans, workers, limited } = world;
    const rows = rowsIn(rowsOf(loaded, id));
    const now: World = { ...rows, plans, workers, limited, nextIds: loaded.nextIds };
    const decision = decide(now, [input], loaded.now);
    return unitOf(loaded, { writes: [{ batchId: id, decision }], nextIds: decision.nextIds });
  });
};

/** Both results are handled at once, each by a host of its own, and both have been loaded before
 *  either is committed, if the discipline lets them. */
async function raceToTheEnd(discipline: Discipline) {
  const { database, run } = await twoMembersOut(discipline);
  const [one, other] = [openSeams("before commit"), openSeams("before commit")];
  const hosts = [
    database.connect<string>(HOST_A, one.step),
    database.connect<string>(HOST_B, other.step),
  ];
  const both = hosts.map(({ store }, index) =>
    handle(store, run, signed(resultOf(run.jobs[index] as WorkerJob, SUCCESS))),
  );
  await settled();
  const bothLoaded = other.waitingAt() === "before commit";
  await one.pass("before commit");
  await other.pass("before commit");
  for (const result of await Promise.all(both)) answerOf(result);
  const rows = database.tables.batches.get(run.world.batch.id);
  const phases = [...(rows?.phases.values() ?? [])];
  return {
    bothLoaded,
    remaining: phases.map(({ remaining }) => remaining),
    phases: phases.map(({ status }) => status),
    batch: rows?.batch.status,
  };
}

test("M-070, R04: with the batch's lock the last of two at once completes the phase", async () => {
  expect(await raceToTheEnd("locked in order")).toEqual({
    bothLoaded: false,
    remaining: [0],
    phases: ["completed"],
    batch: "completed",
  });
});

test("R04: without it nobody does, and nothing is left that ever would", async () => {
  expect(await raceToTheEnd("unlocked")).toEqual({
    bothLoaded: true,
    remaining: [0],
    phases: ["dispatched"],
    batch: "active",
  });
});

/** Two that name two batches crosswise, each held up in the middle by a third. */
async function crossing(discipline: Discipline) {
  const { database } = opened(discipline);
  const { store } = database.connect<string>(HOST_A);
  const made: BatchId[] = [];
  for (const key of ["a", "x", "b", "y"]) made.push(await makeBatch(store, key));
  const [a, x, b, y] = made as [BatchId, BatchId, BatchId, BatchId];
  const third = openSeams("before commit");
  const all = [
    touch(database, [x, y], third),
    touch(database, [a, x, b], openSeams()),
    touch(database, [b, y, a], openSeams()),
  ];
  await third.pass("before commit");
  return { ends: await Promise.all(all), held: database.locksHeld() };
}

const touch = (database: ModelDatabase, ids: readonly BatchId[], { step: at }: Seams) => {
  const { store } = database.connect<string>(HOST_B, at);
  return store.transact({ batches: new Map(ids.map((id) => [id, NOTHING])) }, unitOf);
};

test("batches are locked in one order, so those who name them crosswise only wait", async () => {
  const { ends, held } = await crossing("locked in order");
  for (const end of ends) answerOf(end);
  expect(held).toBe(0);
});

test("locked as they are named, a circle of waiting ends one and lets the others on", async () => {
  const { ends, held } = await crossing("locked as named");
  expect(ends.map((end) => (end.ok ? "done" : end.error.kind))).toEqual(["done", "done", "busy"]);
  expect(held).toBe(0);
});

test("ids that two transactions were shown are taken by one; the other runs again", async () => {
  const { database } = opened();
  const { store } = database.connect<string>(HOST_A);
  const [a, b] = [await makeBatch(store, "a"), await makeBatch(store, "b")];
  const seams = openSeams("before commit");
  const late = database.connect<string>(HOST_B, seams.step);
  const take = (from: Store<string>, id: BatchId, key: string) =>
    from.transact({ batches: new Map([[id, NOTHING]]) }, (loaded) => {
      const { member } = loaded.nextIds;
      const inserts = [{ table: "members", row: memberRow(id, member, key) }] as const;
      const decision = { patches: [], counters: [], bulk: [], events: [], attention: [], inserts };
      const nextIds = { ...loaded.nextIds, member: member + 1 };
      return unitOf(loaded, { writes: [{ batchId: id, decision }], nextIds });
    });
  const slow = take(late.store, a, "ada");
  answerOf(await take(store, b, "bob"));
  await seams.pass("before commit");
  expect(failureOf(await slow)).toEqual({ kind: "ids-taken" });
  expect(database.tables.batches.get(a)?.members.size).toBe(0);
});

test("R06: a commit of which nobody hears was done or was not, and says neither", async () => {
  const { database } = opened();
  const seams = openSeams("before commit");
  const { store } = database.connect<string>(HOST_A, seams.step);
  const id = await makeBatch(store, "a");
  for (const done of [true, false]) {
    const unheard = commitRows(store, id, {});
    await seams.pass("before commit", { kind: "unknown", done });
    expect(failureOf(await unheard)).toEqual({ kind: "unknown" });
    expect(database.tables.batches.get(id)?.revision).toBe(1);
  }
});

test("a process that dies gives its locks back and never hears an answer", async () => {
  const { database } = opened();
  const { store } = database.connect<string>(HOST_A);
  const id = await makeBatch(store, "a");
  const seams = openSeams("before commit");
  const dying = database.connect<string>(HOST_B, seams.step);
  const heard: unknown[] = [];
  const waits = commitRows(dying.store, id, {}).then((result) => heard.push(result));
  await settled();
  const next = commitRows(store, id, {});
  dying.drop();
  answerOf(await next);
  await seams.pass("before commit");
  expect(heard).toEqual([]);
  expect(database.tables.batches.get(id)?.revision).toBe(1);
  expect(waits).toBeInstanceOf(Promise);
});

test("I32, R42: a lease is not taken over while a transaction relies on it", async () => {
  const { clock, database } = opened();
  const { store } = database.connect<string>(HOST_A);
  const id = await makeBatch(store, "a");
  const lease = answerOf(await store.leases.acquire("tick", "host-a", 1_000));
  if (lease === null) throw new Error("no lease");
  const seams = openSeams("before commit");
  const holder = database.connect<string>(HOST_A, seams.step);
  const relying = commitRows(holder.store, id, {}, { lease });
  await settled();
  clock.time = new Date(clock.time.getTime() + 2_000);
  let isTaken = false;
  const taking = store.leases.acquire("tick", "host-b", 1_000).then((taken) => {
    isTaken = true;
    return taken;
  });
  await settled();
  expect(isTaken).toBe(false);
  await seams.pass("before commit");
  answerOf(await relying);
  expect(answerOf(await taking)?.token).toBe(lease.token + 1);
  const made = await store.batches.create([newBatch("late")], lease);
  expect(failureOf(made)).toEqual({ kind: "lease-lost", name: "tick" });
  expect(answerOf(await store.batches.live(RUNBOOK))).toHaveLength(1);
});
