/** Puts together what was asked for, after the lock: batches with their phases, slots and open
 *  attention, and of members and executions those that `needs` names, with their neighbours. What
 *  the cache has is taken from there; the rest is read and left there. */
import type { BatchId, MemberId, StepExecutionId } from "../../contract/ids.ts";
import type { ExecutionRow } from "../../domain/engine/execution-row.ts";
import type { Need } from "../../domain/engine/needs.ts";
import type { MemberRow } from "../../domain/engine/rows.ts";
import type { TableName } from "../../domain/engine/writes.ts";
import type { LockedBatch, WorldRows } from "../loaded.ts";
import { type Cell, plain } from "../operations/columns.ts";
import { loadAttention } from "../operations/load/load-attention.ts";
import { loadBatches } from "../operations/load/load-batches.ts";
import { loadExecutions } from "../operations/load/load-executions.ts";
import { loadMembers } from "../operations/load/load-members.ts";
import { loadPhases } from "../operations/load/load-phases.ts";
import { loadSlots } from "../operations/load/load-slots.ts";
import { membersByKeys } from "../operations/load/members-by-keys.ts";
import { membersOfExecutions } from "../operations/load/members-of-executions.ts";
import { parkedExecutions } from "../operations/load/parked-executions.ts";
import type { Operation } from "../operations/operation.ts";
import { attentionOf } from "../operations/record/attention-cells.ts";
import { type Kept, memberWith, rowOf } from "../operations/row-codec.ts";
import type { BatchEntry, MemberEntry, RowCache } from "./row-cache.ts";
import { shownExecutions } from "./shown-executions.ts";
import type { Statements } from "./statements.ts";

type Sources = { readonly statements: Statements; readonly cache: RowCache };

const MEMBER_ID = plain<MemberId>("member_id");

export function loadWorlds(
  sources: Sources,
  locks: readonly LockedBatch[],
  needs: ReadonlyMap<BatchId, Need>,
): ReadonlyMap<BatchId, WorldRows> {
  const { cache } = sources;
  const entries = new Map<BatchId, BatchEntry>();
  const unknown: LockedBatch[] = [];
  for (const lock of locks) {
    const entry = cache.batch(lock.id, lock.revision);
    if (entry === undefined) unknown.push(lock);
    else entries.set(lock.id, entry);
  }
  if (unknown.length > 0) readBatches(sources, unknown, entries);
  const worlds = new Map<BatchId, WorldRows>();
  for (const lock of locks) {
    const entry = entries.get(lock.id);
    if (entry === undefined) throw new Error(`batch ${lock.id} was locked and is not there`);
    worlds.set(lock.id, worldOf(sources, lock, entry, needs.get(lock.id)));
  }
  return worlds;
}

const read = <Name extends TableName>(
  { statements }: Sources,
  table: Name,
  operation: Operation,
  ...cells: readonly Cell[]
): readonly Kept[Name][] => statements.all(operation, cells).map((row) => rowOf(table, row));

function readBatches(
  sources: Sources,
  locks: readonly LockedBatch[],
  entries: Map<BatchId, BatchEntry>,
): void {
  const ids = JSON.stringify(locks.map(({ id }) => id));
  const batches = byKey(read(sources, "batches", loadBatches, ids), ({ id }) => id);
  const phases = inBatches(read(sources, "phases", loadPhases, ids));
  const slots = inBatches(read(sources, "slots", loadSlots, ids));
  const attention = inBatches(sources.statements.all(loadAttention, [ids]).map(attentionOf));
  for (const { id, revision } of locks) {
    const batch = batches.get(id);
    if (batch === undefined) continue;
    const own = read(sources, "executions", loadExecutions, id, JSON.stringify([0]));
    const entry = {
      revision: revision - 1,
      batch,
      phases: byKey(phases.get(id) ?? [], (phase) => phase.id),
      slots: byKey(slots.get(id) ?? [], ({ key }) => key),
      attention: byKey(attention.get(id) ?? [], ({ subject }) => subject),
      own: byKey(inOrder(own), (row) => row.id),
    };
    entries.set(id, entry);
    sources.cache.putBatch(id, entry);
  }
}

function worldOf(
  sources: Sources,
  lock: LockedBatch,
  entry: BatchEntry,
  need: Need | undefined,
): WorldRows {
  const { batch, phases, slots, attention, own } = entry;
  const members = new Map<MemberId, MemberRow>();
  const ofMembers = new Map<MemberId, readonly ExecutionRow[]>();
  for (const member of memberEntries(sources, lock.id, entry, need)) {
    members.set(member.row.id, member.row);
    ofMembers.set(member.row.id, member.executions);
  }
  const memberOf = (id: StepExecutionId) => sources.cache.memberOf(entry, id)?.row.id;
  const executions = shownExecutions(own, ofMembers, memberOf);
  return { lock, batch, phases, slots, attention, members, executions };
}

/** In the order of their ids, wherever they come from. */
function memberEntries(
  sources: Sources,
  batchId: BatchId,
  entry: BatchEntry,
  need: Need | undefined,
): readonly MemberEntry[] {
  if (need === undefined) return [];
  const { cache } = sources;
  const found = new Set<MemberEntry>();
  const unknown: StepExecutionId[] = [];
  for (const id of need.executions) {
    const known = cache.memberOf(entry, id);
    if (known !== undefined) found.add(known);
    else if (!entry.own.has(id)) unknown.push(id);
  }
  const missing: MemberId[] = [];
  for (const id of memberIds(sources, batchId, need, unknown)) {
    const known = cache.member(entry, id);
    if (known === undefined) missing.push(id);
    else found.add(known);
  }
  for (const known of found) cache.touch(known);
  const read = missing.length === 0 ? [] : readMembers(sources, batchId, entry, missing);
  return [...found, ...read].sort((one, other) => one.row.id - other.row.id);
}

function readMembers(
  sources: Sources,
  batchId: BatchId,
  of: BatchEntry,
  ids: readonly MemberId[],
): readonly MemberEntry[] {
  const wanted = JSON.stringify(ids);
  const rows = read(sources, "executions", loadExecutions, batchId, wanted);
  const executions = Map.groupBy(inOrder(rows), ({ memberId }) => memberId);
  return read(sources, "members", loadMembers, wanted, batchId).map((kept) => {
    const own = executions.get(kept.id) ?? [];
    const entry = { of, row: memberWith(kept, own), executions: own };
    sources.cache.putMember(entry);
    return entry;
  });
}

function memberIds(
  { statements }: Sources,
  batchId: BatchId,
  { members, memberKeys, parked }: Need,
  executions: readonly StepExecutionId[],
): ReadonlySet<MemberId> {
  const ids = new Set<MemberId>(members);
  const add = (operation: Operation, ...cells: readonly Cell[]): void => {
    for (const [id = null] of statements.all(operation, cells)) {
      if (id !== null && id !== 0) ids.add(MEMBER_ID.read(id));
    }
  };
  if (executions.length > 0) add(membersOfExecutions, JSON.stringify(executions), batchId);
  if (memberKeys.size > 0) add(membersByKeys, batchId, JSON.stringify([...memberKeys]));
  for (const { waitingFor, most } of parked) add(parkedExecutions, batchId, waitingFor, most);
  return ids;
}

const inOrder = (rows: readonly ExecutionRow[]): readonly ExecutionRow[] =>
  rows.toSorted((one, other) => one.id - other.id);

const byKey = <Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));

function inBatches<Row extends { readonly batchId: BatchId }>(
  rows: readonly Row[],
): ReadonlyMap<BatchId, readonly Row[]> {
  return Map.groupBy(rows, ({ batchId }) => batchId);
}
