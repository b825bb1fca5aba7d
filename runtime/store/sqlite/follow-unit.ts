/** Keeps the cached rows in step with what a unit wrote: the same meaning as the core's `apply`,
 *  on the rows that are here. After a move of a whole set, which reaches rows that were not shown,
 *  the batch is dropped, except when a phase is opened: everybody who is here gets a job next. */
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { Bulk } from "../../domain/engine/bulk.ts";
import type { AttentionDraft } from "../../domain/engine/decision.ts";
import type { ExecutionRow } from "../../domain/engine/execution-row.ts";
import { openedFor } from "../../domain/engine/open-phase.ts";
import type { AttentionRow } from "../../domain/engine/rows.ts";
import type { Delta, Insert, Patch } from "../../domain/engine/writes.ts";
import type { Loaded } from "../loaded.ts";
import type { BatchWrites, DecidedRows } from "../unit.ts";
import type { BatchEntry, RowCache } from "./row-cache.ts";

export function followUnit(cache: RowCache, loaded: Loaded, writes: readonly BatchWrites[]): void {
  const entries = new Map<number, BatchEntry>();
  for (const [id, { lock }] of loaded.batches) {
    const entry = cache.batch(id, lock.revision);
    if (entry === undefined) continue;
    entry.revision = lock.revision;
    entries.set(id, entry);
  }
  for (const { batchId, decision } of writes) {
    const entry = entries.get(batchId);
    if (entry === undefined) continue;
    follow(cache, entry, decision);
    for (const bulk of decision.bulk) {
      if (bulk.kind === "openPhase") followOpening(cache, entry, bulk);
      else {
        cache.drop([batchId]);
        entries.delete(batchId);
      }
    }
  }
  cache.trim();
}

function follow(cache: RowCache, entry: BatchEntry, decision: DecidedRows): void {
  for (const insert of decision.inserts) followInsert(cache, entry, insert);
  for (const patch of decision.patches) followPatch(cache, entry, patch);
  for (const delta of decision.counters) followDelta(entry, delta);
  if (decision.attention.length > 0) {
    entry.attention = attentionAfter(entry.attention, decision.attention);
  }
}

function followOpening(
  cache: RowCache,
  entry: BatchEntry,
  bulk: Extract<Bulk, { kind: "openPhase" }>,
): void {
  const phase = entry.phases.get(bulk.phaseId);
  if (phase === undefined) throw new Error(`phase ${bulk.phaseId} is not at hand`);
  const shown = new Set(bulk.exceptMembers);
  for (const member of cache.membersOf(entry)) {
    if (shown.has(member.row.id)) continue;
    cache.addExecutions(member, openedFor(bulk, phase, member.row));
  }
}

function followInsert(cache: RowCache, entry: BatchEntry, { table, row }: Insert): void {
  switch (table) {
    case "batches":
      return;
    case "phases":
      entry.phases = new Map(entry.phases).set(row.id, row);
      return;
    case "slots":
      entry.slots = new Map(entry.slots).set(row.key, row);
      return;
    case "members":
      cache.putMember({ of: entry, row, executions: [] });
      return;
    case "executions":
      addExecution(cache, entry, row);
  }
}

function addExecution(cache: RowCache, entry: BatchEntry, row: ExecutionRow): void {
  if (row.memberId === 0) entry.own = new Map(entry.own).set(row.id, row);
  else {
    const member = cache.member(entry, row.memberId);
    if (member !== undefined) cache.addExecutions(member, [row]);
  }
}

function changeExecution(
  cache: RowCache,
  entry: BatchEntry,
  id: StepExecutionId,
  { set, after }: Extract<Patch, { table: "executions" }>,
): void {
  const member = cache.memberOf(entry, id);
  if (member === undefined) entry.own = changed(entry.own, id, set);
  else {
    const { executions } = member;
    const at = executions.findIndex((row) => row.id === id);
    const row = executions[at];
    if (row !== undefined) member.executions = executions.with(at, after ?? { ...row, ...set });
  }
}

function followPatch(cache: RowCache, entry: BatchEntry, patch: Patch): void {
  const { table, id, set } = patch;
  switch (table) {
    case "batches":
      entry.batch = { ...entry.batch, ...set };
      return;
    case "phases":
      entry.phases = changed(entry.phases, id as PhaseExecutionId, set);
      return;
    case "slots":
      entry.slots = changed(entry.slots, id as string, set);
      return;
    case "members": {
      const member = cache.member(entry, id as MemberId);
      if (member !== undefined) member.row = patch.after ?? { ...member.row, ...set };
      return;
    }
    case "executions":
      changeExecution(cache, entry, id as StepExecutionId, patch);
  }
}

function followDelta(entry: BatchEntry, { table, id, add }: Delta): void {
  if (table === "batches") entry.batch = sum(entry.batch, add);
  else if (table === "phases") {
    entry.phases = added(entry.phases, id as PhaseExecutionId, add);
  } else entry.slots = added(entry.slots, id as string, add);
}

function changed<Key, Row>(
  rows: ReadonlyMap<Key, Row>,
  key: Key,
  set: Partial<Row>,
): ReadonlyMap<Key, Row> {
  const row = rows.get(key);
  return row === undefined ? rows : new Map(rows).set(key, { ...row, ...set });
}

function added<Key, Row extends object>(
  rows: ReadonlyMap<Key, Row>,
  key: Key,
  add: Delta["add"],
): ReadonlyMap<Key, Row> {
  const row = rows.get(key);
  return row === undefined ? rows : new Map(rows).set(key, sum(row, add));
}

function sum<Row extends object>(row: Row, add: Delta["add"]): Row {
  const sums = Object.entries(add).map(([prop, by]) => [prop, Number(Reflect.get(row, prop)) + by]);
  return { ...row, ...Object.fromEntries(sums) };
}

function attentionAfter(
  open: ReadonlyMap<string, AttentionRow>,
  drafts: readonly AttentionDraft[],
): ReadonlyMap<string, AttentionRow> {
  const next = new Map(open);
  for (const draft of drafts) {
    if (draft.kind === "close") next.delete(draft.subject);
    else if (!next.has(draft.subject)) {
      const { subject, batchId, reason, actions, openedAt } = draft;
      next.set(subject, { subject, batchId, reason, actions, openedAt });
    }
  }
  return next;
}
