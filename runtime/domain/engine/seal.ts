/** From the working copy to the decision: one patch per changed row with what it expects to find,
 *  columns that count as deltas, and the bulk moves told which rows they must leave alone. */
import type { Bulk } from "./bulk.ts";
import type { Decision, Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import { changedColumns, executionDiff, isSameTime, memberDiff } from "./row-diff.ts";
import { rowsOf, type Table } from "./table.ts";
import type { Delta, Insert, Patch, Tables } from "./writes.ts";

/** Tables of few rows, compared by name. */
type Few = "batches" | "phases" | "slots";

const COUNTERS = {
  batches: [
    "memberCount",
    "activeMembers",
    "failedMembers",
    "lateExecutions",
    "compensations",
    "inFlight",
    "eventSeq",
  ],
  phases: [
    "total",
    "remaining",
    "succeeded",
    "failed",
    "lateMembers",
    "lateSucceeded",
    "lateFailed",
    "lateWithdrawn",
    "barrierRemaining",
  ],
  slots: ["inUse"],
} as const satisfies { readonly [Name in Few]: readonly (keyof Tables[Name])[] };

const EXPECTED = {
  batches: ["status", "fence", "version"],
  phases: ["status"],
  slots: ["granted"],
} as const satisfies { readonly [Name in Few]: readonly (keyof Tables[Name])[] };

type Writes = { readonly patches: Patch[]; readonly inserts: Insert[]; readonly counters: Delta[] };

export function seal(d: Draft, verdicts: readonly Verdict[]): Decision {
  d.batch.eventSeq += d.events.length;
  const writes: Writes = { patches: [], inserts: [], counters: [] };
  diff(writes, "batches", d.batch.id, d.world.batch, d.batch);
  sealTable(writes, "phases", d.phases);
  sealMembers(writes, d.members);
  sealExecutions(writes, d.executions);
  sealTable(writes, "slots", d.slots);
  const { publish, events, attention, notices, nextIds } = d;
  const bulk = d.bulk.map((move) => except(d, move));
  return {
    ...writes,
    bulk,
    publish,
    events,
    attention,
    notices,
    nextIds,
    verdicts,
    more: leavesDueRows(d) ? { kind: "sweep" } : null,
  };
}

function except(d: Draft, move: Bulk): Bulk {
  if (move.kind === "openPhase") {
    return { ...move, exceptMembers: [...rowsOf(d.members)].map(({ id }) => id) };
  }
  return { ...move, except: [...rowsOf(d.executions)].map(({ id }) => id) };
}

function leavesDueRows(d: Draft): boolean {
  if (d.bulk.some(({ kind }) => kind !== "cancelOpen")) return true;
  const now = d.now.getTime();
  for (const { dueAt } of d.executions.changed.values()) {
    if (dueAt !== null && dueAt.getTime() <= now) return true;
  }
  for (const { dueAt } of d.slots.changed.values()) if (dueAt !== null) return true;
  return false;
}

function sealTable<Name extends Few, Id extends number | string>(
  writes: Writes,
  name: Name,
  { shown, changed, created }: Table<Id, Tables[Name]>,
): void {
  for (const [id, row] of changed) {
    const before = shown.get(id);
    if (created.has(id) || before === undefined) {
      writes.inserts.push({ table: name, row } as Insert);
    } else diff(writes, name, id, before, row);
  }
}

function sealMembers({ patches, inserts }: Writes, { shown, changed }: Draft["members"]): void {
  const table = "members";
  for (const [id, row] of changed) {
    const before = shown.get(id);
    if (before === undefined) {
      inserts.push({ table, row });
      continue;
    }
    const set = memberDiff(before, row);
    if (set === null) continue;
    const { status, generation, currentExecutionId } = before;
    const expect = { status, generation, currentExecutionId };
    patches.push({ table, id, expect, set, after: row });
  }
}

function sealExecutions(
  { patches, inserts }: Writes,
  { shown, changed }: Draft["executions"],
): void {
  const table = "executions";
  for (const [id, row] of changed) {
    const before = shown.get(id);
    if (before === undefined) {
      inserts.push({ table, row });
      continue;
    }
    const set = executionDiff(before, row);
    if (set === null) continue;
    const columns = changedColumns(before, row);
    const { status, attempt, pollCount, outstanding, fence } = before;
    const expect = { status, attempt, pollCount, outstanding, fence };
    patches.push({ table, id, expect, set, after: row, columns });
  }
}

function diff<Name extends Few>(
  { patches, counters }: Writes,
  table: Name,
  id: number | string,
  before: Tables[Name],
  after: Tables[Name],
): void {
  const counted: readonly PropertyKey[] = COUNTERS[table];
  const old: Readonly<Record<string, unknown>> = before;
  const now: Readonly<Record<string, unknown>> = after;
  let set: Record<string, unknown> | null = null;
  let add: Record<string, number> | null = null;
  for (const column in now) {
    if (isSame(old[column], now[column])) continue;
    if (counted.includes(column)) {
      add ??= {};
      add[column] = Number(now[column]) - Number(old[column]);
    } else {
      set ??= {};
      set[column] = now[column];
    }
  }
  if (add !== null) counters.push({ table, id, add } as Delta);
  if (set === null) return;
  const expect: Record<string, unknown> = {};
  for (const column of EXPECTED[table]) expect[column] = old[column];
  patches.push({ table, id, expect, set } as Patch);
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Date && other instanceof Date && isSameTime(one, other));
