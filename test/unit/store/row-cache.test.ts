import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { WorkerJob } from "../../../runtime/contract/messages/worker-job.ts";
import { decide } from "../../../runtime/domain/engine/decide.ts";
import type { Input } from "../../../runtime/domain/engine/inputs.ts";
import { needs } from "../../../runtime/domain/engine/needs.ts";
import type { Patch } from "../../../runtime/domain/engine/writes.ts";
import type { Runbook } from "../../../runtime/domain/runbook.ts";
import type { WorldRows } from "../../../runtime/store/loaded.ts";
import { openRowCache } from "../../../runtime/store/sqlite/row-cache.ts";
import { openSqliteStore, type SqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { commitRows, look, makeBatch } from "../../conformance/store/batch-of.ts";
import {
  beginOnStore,
  commitInputs,
  reload,
  rowsIn,
  rowsOf,
  unitOf,
} from "../../conformance/store/core-on-store.ts";
import { executionRow, memberRow } from "../../conformance/store/rows.ts";
import { arbitraryRunbook } from "../domain/engine/arbitrary-runbook.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { type Run, signed, type Unsigned } from "../domain/engine/run.ts";
import { phase, runbook, step } from "../domain/engine/runbooks.ts";
import { arbitraryScript, inputsOf, type Order } from "../domain/engine/script.ts";
import { slice } from "../domain/engine/slice.ts";
import { dueInputs } from "../domain/engine/sweep.ts";
import { type TemporaryStore, temporaryStore } from "./temporary-store.ts";

const RUNS = { seed: 20_261_116, numRuns: Number(process.env["STORE_RUNS"] ?? 12) };
const FEW_ROWS = 9;

/** What happens beside a unit, in the same turn and before it. */
type Spoil = "nothing" | "a decision that throws" | "a unit that is refused after it was written";
type Turn = { readonly order: Order; readonly spoil: Spoil; readonly elsewhere: boolean };
type History = {
  readonly plan: Runbook;
  readonly next: Runbook;
  readonly members: number;
  readonly turns: readonly Turn[];
};

const spoil: fc.Arbitrary<Spoil> = fc.constantFrom(
  "nothing",
  "a decision that throws",
  "a unit that is refused after it was written",
);
const history: fc.Arbitrary<History> = fc.record({
  plan: arbitraryRunbook,
  next: arbitraryRunbook,
  members: fc.integer({ min: 1, max: 4 }),
  turns: fc
    .tuple(
      arbitraryScript,
      fc.array(fc.record({ spoil, elsewhere: fc.boolean() }), { minLength: 1 }),
    )
    .map(([script, beside]) =>
      script.map((order, index): Turn => {
        const { spoil: kind, elsewhere } = beside[index % beside.length] ?? NONE;
        return { order, spoil: kind, elsewhere };
      }),
    ),
});
const NONE = { spoil: "nothing", elsewhere: false } as const;

const impossible = (id: BatchId): Patch =>
  ({ table: "batches", id, expect: { fence: -1 }, set: { fence: -2 } }) as Patch;

const paused = (id: BatchId): Patch =>
  ({ table: "batches", id, expect: {}, set: { paused: true } }) as Patch;

/** Decides the same inputs, and fails. */
async function spoiled(store: Store<string>, run: Run, inputs: readonly Input[], how: Spoil) {
  const { id } = run.world.batch;
  const { plans, workers, limited } = run.world;
  const failed = store.transact({ batches: new Map([[id, needs(inputs)]]) }, (loaded) => {
    const world = { ...rowsIn(rowsOf(loaded, id)), plans, workers, limited };
    const decision = decide({ ...world, nextIds: loaded.nextIds }, inputs, loaded.now);
    if (how === "a decision that throws") throw new Error("spoiled");
    const patches = [...decision.patches, impossible(id)];
    const writes = [{ batchId: id, decision: { ...decision, patches } }];
    return unitOf(loaded, { writes, nextIds: decision.nextIds });
  });
  await failed.catch((error) => expect(String(error)).toContain("spoiled"));
}

/** Executions found one by one and member by member are those that are there. */
const foundIn = ({ executions, members }: WorldRows) => {
  const ofMember = executions.ofMember ?? (() => []);
  const listed = [0 as const, ...members.keys()].flatMap((id) => ofMember(id));
  const found = [...executions.keys()].map((id) => executions.get(id));
  return { listed: new Map(listed.map((row) => [row.id, row])), found };
};

async function compare(
  stores: readonly [Store<string>, Store<string>],
  clock: { time: Date },
  name: string,
  given: History,
): Promise<void> {
  const run = await beginOnStore(stores[0], name, [given.plan, given.next]);
  const keys = Array.from({ length: given.members }, (_, index) => memberNamed(`member-${index}`));
  // Apart, so that a phase is opened for members that are at hand and were not asked for.
  await commitInputs(stores[0], clock, run, keys.map(signed));
  await commitInputs(stores[0], clock, run, [signed({ kind: "batch-detected" })]);
  const seen: WorkerJob[] = [];
  for (const { order, spoil: how, elsewhere } of given.turns) {
    const store = stores[elsewhere ? 1 : 0];
    const inputs = inputsOf(run, seen, order);
    if (inputs.length === 0) continue;
    const before = run.world;
    clock.time = run.now;
    const beside = how === "nothing" ? null : spoiled(store, run, inputs, how);
    await commitInputs(store, clock, run, inputs, (loaded, need) => {
      expect(rowsIn(loaded)).toEqual(rowsIn(slice(before, need)));
      const { listed, found } = foundIn(loaded);
      expect(listed).toEqual(rowsIn(loaded).executions);
      expect(found).toEqual([...loaded.executions.values()]);
    });
    await beside;
    const after = await reload(stores[0], run);
    expect(rowsIn(rowsOf(after, run.world.batch.id))).toEqual(rowsIn(run.world));
  }
}

describe("rows kept at hand", () => {
  let temporary: TemporaryStore;
  let other: SqliteStore<string>;
  const open = async (cachedRowsMax?: number): Promise<void> => {
    const given = cachedRowsMax === undefined ? {} : { cachedRowsMax };
    temporary = await temporaryStore(given);
    other = await openSqliteStore<string>({
      path: temporary.path,
      now: () => temporary.clock.time,
      delivery: () => ({ kind: "outbox", owner: "host-b", claimMs: 30_000 }),
      ...given,
    });
  };
  beforeEach(() => open());
  afterEach(async () => {
    await other.close();
    await temporary.remove();
  });

  test.each([
    ["none", 0],
    ["few", FEW_ROWS],
    ["many", undefined],
  ])(
    "R04 (part): with %s, units that fail and another process change nothing anybody sees",
    async (_, cachedRowsMax) => {
      await other.close();
      await temporary.remove();
      await open(cachedRowsMax);
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(history, (given) => {
          runs += 1;
          return compare([temporary.store, other], temporary.clock, `run-${runs}`, given);
        }),
        { ...RUNS, endOnFailure: true },
      );
    },
  );

  test("of members at hand are there when their phase is opened, as others read them", async () => {
    const { store, clock } = temporary;
    const plan = runbook([phase("work", [step("first"), step("second")])]);
    const run = await beginOnStore(store, "opened", [plan]);
    const give = (...inputs: readonly Unsigned[]) =>
      commitInputs(store, clock, run, inputs.map(signed));
    await give(memberNamed("one"), memberNamed("two"), memberNamed("three"));
    await give({ kind: "batch-detected" });
    const { start } = run.world.batch;
    if (start === null) throw new Error("the batch has no start");
    run.now = start;
    await give(...dueInputs(run));
    const seen = await reload(store, run);
    const read = await reload(other, run);
    const { id } = run.world.batch;
    expect(rowsIn(rowsOf(seen, id)).executions.size).toBe(6);
    expect(rowsIn(rowsOf(seen, id))).toEqual(rowsIn(rowsOf(read, id)));
  });

  test("a commit that fails whole leaves nothing behind", async () => {
    const { store, clock, path, remove } = await temporaryStore({ pagesMax: 240 });
    const id = await makeBatch(store);
    const large = await makeBatch(store, "large");
    const data = new Map([["Note", "x".repeat(20_000)]]);
    const add = (number: number) => {
      const row = memberRow(large, number, `m-${number}`, { data });
      return commitRows(store, large, { inserts: [{ table: "members", row }] });
    };
    let number = 1;
    while ((await add(number)).ok) number += 1;
    const count = () =>
      commitRows(store, id, { counters: [{ table: "batches", id, add: { failedMembers: 1 } }] });
    const results = await Promise.all([count(), add(900), count()]);
    expect(results.map(({ ok }) => ok)).toEqual([false, false, false]);
    const later = await openSqliteStore<string>({
      path,
      now: () => clock.time,
      delivery: () => ({ kind: "outbox", owner: "host-b", claimMs: 30_000 }),
    });
    answerOf(await commitRows(later, id, { patches: [paused(id)] }));
    await later.close();
    const { batch } = rowsOf(await look(store, id), id);
    expect(batch).toEqual(answerOf(await store.batches.read(id))?.batch);
    expect(batch).toMatchObject({ failedMembers: 0, paused: true });
    await remove();
  });

  test("are so many and no more, and those touched last stay", () => {
    const cache = openRowCache(FEW_ROWS);
    const id = 1 as BatchId;
    const of = { revision: 1 } as Parameters<typeof cache.putBatch>[1];
    cache.putBatch(id, of);
    const put = (number: number) => {
      const row = memberRow(id, number, `m-${number}`);
      const executions = [1, 2].map((each) => executionRow(id, number * 10 + each));
      cache.putMember({ of, row, executions });
      return row.id;
    };
    const [first, second] = [put(1), put(2), put(3)];
    const used = cache.member(of, first);
    if (used === undefined) throw new Error("not there");
    cache.touch(used);
    put(4);
    cache.trim();
    expect(cache.size()).toEqual({ batches: 1, rows: FEW_ROWS });
    expect(cache.member(of, second)).toBeUndefined();
    expect(cache.member(of, first)).toBeDefined();
    expect(cache.memberOf(of, executionRow(id, 21).id)).toBeUndefined();
    cache.drop([id]);
    expect(cache.batch(id, 2)).toBeUndefined();
  });

  test("of a batch that somebody else has changed are not used", () => {
    const cache = openRowCache();
    const id = 1 as BatchId;
    const of = { revision: 4 } as Parameters<typeof cache.putBatch>[1];
    cache.putBatch(id, of);
    expect(cache.batch(id, 5)).toBe(of);
    expect(cache.batch(id, 6)).toBeUndefined();
    expect(cache.batch(id, 5)).toBeUndefined();
  });
});
