/** Carries out the plan of a tick for one runbook. Each part is committed by itself; where it is
 *  cut off, the next tick sees what is left and plans that. Who is missing is kept in mind before
 *  anybody joins: those who join count for no absence that began without them. */
import type { MemberKey, RunbookName } from "../contract/identifiers.ts";
import type { BatchId, RunbookVersion } from "../contract/ids.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Item } from "../engine/engine.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import { type Given, giveOrders, type Hand } from "./hand.ts";
import type { Arrival, Hold, Plan, Removal } from "./plan-tick.ts";
import { dataOf, type RowColumns } from "./row-columns.ts";

export type Carrying<Receipt> = {
  readonly store: Store<Receipt>;
  readonly hand: Hand;
  readonly name: RunbookName;
  readonly version: RunbookVersion;
  readonly columns: RowColumns;
  /** Batches that exist, by key. */
  readonly batchIds: ReadonlyMap<string, BatchId>;
  /** Batches found and not begun. */
  readonly unbegun: readonly BatchId[];
};

export type Carried = {
  readonly batchesMade: number;
  readonly begun: number;
  readonly added: number;
  readonly returned: number;
  readonly moved: number;
  readonly removed: number;
  readonly refreshed: number;
  readonly refused: number;
};

type Step<Value> = Promise<Result<Value, CommitFailure>>;

const BATCHES_PORTION = 500;

export async function carryOut<Receipt>(carrying: Carrying<Receipt>, plan: Plan): Step<Carried> {
  const made = await makeBatches(carrying, plan);
  if (!made.ok) return made;
  const removals = await removeMembers(carrying, plan.removals);
  if (!removals.ok) return removals;
  const lapsed = await lapseApprovals(carrying, plan);
  if (!lapsed.ok) return lapsed;
  const noted = await noteAbsences(carrying, plan);
  if (!noted.ok) return noted;
  const held = await holdRemovals(carrying, plan.holds);
  if (!held.ok) return held;
  const joined = await joinMembers(carrying, plan.arrivals, made.value, removals.value);
  if (!joined.ok) return joined;
  const begun = await beginBatches(carrying.hand, [...carrying.unbegun, ...made.value.values()]);
  if (!begun.ok) return begun;
  const refreshed = await refreshMembers(carrying, plan);
  if (!refreshed.ok) return refreshed;
  const { moved, added, returned, refused } = joined.value;
  return ok({
    batchesMade: made.value.size,
    begun: begun.value.applied,
    added,
    returned,
    moved,
    removed: removals.value.settled.filter(({ why }) => why === "left_source").length,
    refreshed: refreshed.value.applied,
    refused: refused + removals.value.refused + refreshed.value.refused,
  });
}

async function makeBatches<Receipt>(
  { store, hand, name, version }: Carrying<Receipt>,
  { newBatches }: Plan,
): Step<ReadonlyMap<string, BatchId>> {
  const ids = new Map<string, BatchId>();
  for (let from = 0; from < newBatches.length; from += BATCHES_PORTION) {
    const portion = newBatches.slice(from, from + BATCHES_PORTION);
    const fresh = portion.map(({ batchKey: key, start }) => {
      const fixed = { isManual: false, budget: null, createdBy: hand.by.actor } as const;
      return { runbookName: name, version, key, start, ...fixed };
    });
    const made = await store.batches.create(fresh, hand.lease);
    if (!made.ok) return made;
    for (const [index, { id }] of made.value.entries()) {
      const batch = portion[index];
      if (batch !== undefined) ids.set(batch.batchKey, id);
    }
  }
  return ok(ids);
}

const removeMembers = <Receipt>(
  { hand }: Carrying<Receipt>,
  removals: readonly Removal[],
): Step<Given<Removal>> =>
  giveOrders(hand, removals, ({ member: { id: memberId, generation, batchId }, why }) => ({
    batchId,
    input: { kind: "member-removed", memberId, generation, why, by: hand.by },
  }));

type Joined = Pick<Carried, "added" | "returned" | "moved" | "refused">;

/** Who could not be let go by one batch is not taken in by another. */
async function joinMembers<Receipt>(
  carrying: Carrying<Receipt>,
  arrivals: readonly Arrival[],
  made: ReadonlyMap<string, BatchId>,
  removals: Given<Removal>,
): Step<Joined> {
  const gone = new Set(removals.settled.map(({ member: { key, batchId } }) => `${batchId} ${key}`));
  const free = arrivals.filter(
    ({ row, leaves }) => leaves === null || gone.has(`${leaves} ${row.key}`),
  );
  const batchOf = (key: string): BatchId => {
    const id = carrying.batchIds.get(key) ?? made.get(key);
    if (id === undefined) throw new Error(`batch ${key} was not made`);
    return id;
  };
  const busy = await busyBatches(carrying, free);
  if (!busy.ok) return busy;
  const given = await giveOrders(carrying.hand, free, (arrival) => {
    const batchId = batchOf(arrival.row.batchKey);
    const left = busy.value.get(arrival.row.key) ?? null;
    const waitsFor = left === null || left === batchId ? arrival.waitsFor : left;
    return { batchId, input: joinInput(carrying, { ...arrival, waitsFor }) };
  });
  if (!given.ok) return given;
  const { settled, refused } = given.value;
  const isMove = ({ leaves }: Arrival): boolean => leaves !== null;
  const came = settled.filter((arrival) => !isMove(arrival));
  return ok({
    added: came.filter(({ returns }) => returns === null).length,
    returned: came.filter(({ returns }) => returns !== null).length,
    moved: settled.filter(isMove).length,
    refused,
  });
}

/** Who no longer holds a member and still has a job out or something to undo for it: a cancelled
 *  batch that drains, or the one before the one it leaves now without having begun there (R36). */
async function busyBatches<Receipt>(
  { store, name }: Carrying<Receipt>,
  arrivals: readonly Arrival[],
): Step<ReadonlyMap<MemberKey, BatchId>> {
  if (arrivals.length === 0) return ok(new Map());
  return store.lookups.draining(
    name,
    arrivals.map(({ row }) => row.key),
  );
}

function joinInput<Receipt>(
  { hand: { by }, columns }: Carrying<Receipt>,
  { row, returns, waitsFor }: Arrival,
): Item["input"] {
  const data = dataOf(row.cells, columns);
  if (returns === null) return { kind: "member-added", key: row.key, data, waitsFor, by };
  const { id: memberId, generation } = returns;
  return {
    kind: "member-returned",
    memberId,
    generation: generation + 1,
    data,
    waitsFor,
    by,
  };
}

export const beginBatches = (hand: Hand, ids: readonly BatchId[]): Step<Given<BatchId>> =>
  giveOrders(hand, ids, (batchId) => ({
    batchId,
    input: { kind: "batch-detected", by: hand.by },
  }));

const refreshMembers = <Receipt>(
  { hand, columns }: Carrying<Receipt>,
  { refreshes }: Plan,
): Step<Given<Plan["refreshes"][number]>> =>
  giveOrders(hand, refreshes, ({ member: { id: memberId, batchId }, row }) => {
    const data = dataOf(row.cells, columns);
    return { batchId, input: { kind: "member-refreshed", memberId, data, by: hand.by } };
  });

const lapseApprovals = <Receipt>(
  { hand }: Carrying<Receipt>,
  { lapses }: Plan,
): Step<Given<Plan["lapses"][number]>> =>
  giveOrders(hand, lapses, ({ id: memberId, batchId }) => ({
    batchId,
    input: { kind: "approval-lapsed", memberId, by: hand.by },
  }));

const holdRemovals = <Receipt>(
  { hand }: Carrying<Receipt>,
  holds: readonly Hold[],
): Step<Given<Hold>> =>
  giveOrders(hand, holds, ({ batchId, count, limit, why }) => ({
    batchId,
    input: { kind: "removals-held", count, limit, why, by: hand.by },
  }));

async function noteAbsences<Receipt>(
  { store, hand, name }: Carrying<Receipt>,
  { absences }: Plan,
): Step<void> {
  if (absences.length === 0) return ok(undefined);
  const noted = await store.discovery.noteAbsences(name, absences, hand.lease);
  return noted.ok ? noted : fail(noted.error);
}
