/** Batches beside their life, in the model. */
import type { MemberKey } from "../../../runtime/contract/identifiers.ts";
import { BatchId } from "../../../runtime/contract/ids.ts";
import { LIVE_BATCH_STATUSES } from "../../../runtime/domain/batch.ts";
import { isCompensation } from "../../../runtime/domain/engine/execution-row.ts";
import { newBatch } from "../../../runtime/domain/engine/new-batch.ts";
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";
import { isOpenStep } from "../../../runtime/domain/engine/statuses.ts";
import type {
  Batches,
  FoundBatch,
  ListedMember,
  NewBatch,
  Wait,
  WaitingMember,
} from "../../../runtime/store/batches.ts";
import { type Change, put } from "./change.ts";
import { read, write } from "./connection.ts";
import { takeIds } from "./counters.ts";
import type { Connection } from "./database.ts";
import { byText, keyOf } from "./keys.ts";
import { heldKey } from "./member-rows.ts";
import type { BatchRows, Tables } from "./tables.ts";
import { assertLease } from "./transact.ts";
import { leaseLock } from "./transaction.ts";

const foundOf = ({ batch, key }: BatchRows): FoundBatch => ({ batch, key });

export const listed = ({
  id,
  key,
  status,
  generation,
  data,
  waitsFor,
}: MemberRow): ListedMember => ({
  id,
  key,
  status,
  generation,
  data,
  waitsFor,
});

const LIVE: ReadonlySet<string> = new Set(LIVE_BATCH_STATUSES);

export const batchesOf = (connection: Connection): Batches => ({
  create: (batches, lease) =>
    write(connection, lease === undefined ? [] : [leaseLock(lease.name)], (change) => {
      if (lease !== undefined) assertLease(change, lease);
      return batches.map((batch) => findOrMake(change, batch));
    }),
  read: (id) =>
    read(connection, (tables) => {
      const rows = tables.batches.get(id);
      return rows === undefined ? null : foundOf(rows);
    }),
  find: (name, key) =>
    read(connection, (tables) => {
      const rows = tables.batches.get(tables.batchOfKey.get(keyOf(name, key)) ?? NO_BATCH);
      return rows === undefined ? null : foundOf(rows);
    }),
  live: (name) =>
    read(connection, (tables) =>
      [...tables.batches.values()]
        .filter(({ batch }) => LIVE.has(batch.status))
        .filter(({ batch }) => name === null || batch.runbookName === name)
        .map(foundOf),
    ),
  members: (id, after, most) =>
    read(connection, (tables) =>
      [...(tables.batches.get(id)?.members.values() ?? [])]
        .filter((member) => member.id > after)
        .sort((one, other) => one.id - other.id)
        .slice(0, most)
        .map(listed),
    ),
  holders: (name, keys) => read(connection, (tables) => holders(tables, name, keys)),
  everBatched: (name, keys) =>
    read(connection, (tables) => {
      const batches = [...tables.batches.values()].filter(
        (rows) => rows.batch.runbookName === name,
      );
      return new Set(keys.filter((key) => batches.some((rows) => rows.memberOfKey.has(key))));
    }),
  waits: () => read(connection, waits),
  waiting: (most) => read(connection, (tables) => waiting(tables).slice(0, most)),
});

/** Ids begin at 1. */
const NO_BATCH = 0 as BatchId;

function holders(
  tables: Tables,
  name: string,
  keys: readonly MemberKey[],
): ReadonlyMap<MemberKey, BatchId> {
  const held = new Map<MemberKey, BatchId>();
  for (const key of [...keys].sort(byText)) {
    for (const rows of tables.batches.values()) {
      const id = rows.batch.runbookName === name ? rows.memberOfKey.get(key) : undefined;
      if (id !== undefined && isHeld(tables, rows, key)) held.set(key, rows.batch.id);
    }
  }
  return held;
}

export const isHeld = (tables: Tables, rows: BatchRows, key: MemberKey): boolean =>
  tables.unique.get(heldKey(rows, { key })) === rows.memberOfKey.get(key);

function waits(tables: Tables): readonly Wait[] {
  const pairs = new Map<string, Wait>();
  for (const rows of tables.batches.values()) {
    for (const { key, waitsFor } of rows.members.values()) {
      if (waitsFor === null || !isHeld(tables, rows, key)) continue;
      pairs.set(`${rows.batch.id} ${waitsFor}`, { batchId: rows.batch.id, from: waitsFor });
    }
  }
  return [...pairs.values()].sort(
    (one, other) => one.batchId - other.batchId || one.from - other.from,
  );
}

/** Active members who wait for a batch that is done with them (R36). */
function waiting(tables: Tables): readonly WaitingMember[] {
  const found: WaitingMember[] = [];
  for (const rows of tables.batches.values()) {
    for (const { id, key, waitsFor } of rows.members.values()) {
      if (waitsFor === null || !isHeld(tables, rows, key)) continue;
      if (isBusyWith(tables, waitsFor, key)) continue;
      const next = busyElsewhere(tables, rows, key);
      found.push({ batchId: rows.batch.id, memberId: id, from: waitsFor, next });
    }
  }
  return found.sort((one, other) => one.memberId - other.memberId);
}

/** The latest other batch of the runbook that let a member go and is not done with it. */
export function busyElsewhere(tables: Tables, own: BatchRows, key: MemberKey): BatchId | null {
  let found: BatchId | null = null;
  for (const rows of tables.batches.values()) {
    const { id, runbookName } = rows.batch;
    if (id === own.batch.id || runbookName !== own.batch.runbookName || id < (found ?? 0)) continue;
    if (!isHeld(tables, rows, key) && isBusyWith(tables, id, key)) found = id;
  }
  return found;
}

export function isBusyWith(tables: Tables, batchId: BatchId, key: MemberKey): boolean {
  const rows = tables.batches.get(batchId);
  const member = rows?.members.get(rows.memberOfKey.get(key) ?? NO_MEMBER);
  if (rows === undefined || member === undefined) return false;
  if (isHeld(tables, rows, key) || member.currentExecutionId !== 0) return true;
  return [...(rows.ofMember.get(member.id) ?? [])].some((id) => {
    const row = rows.executions.get(id);
    return row !== undefined && isCompensation(row) && (row.held || isOpenStep(row.status));
  });
}

const NO_MEMBER = 0 as MemberRow["id"];

function findOrMake(change: Change, batch: NewBatch): { id: BatchId; made: boolean } {
  const { tables, undo } = change;
  const key = keyOf(batch.runbookName, batch.key);
  const found = tables.batchOfKey.get(key);
  if (found !== undefined) return { id: found, made: false };
  const id = BatchId.parse(takeIds(change, "batch"));
  put(undo, tables.batchOfKey, key, id);
  const rows: BatchRows = {
    batch: newBatch({ ...batch, id }),
    key: batch.key,
    revision: 0,
    phases: new Map(),
    members: new Map(),
    memberOfKey: new Map(),
    executions: new Map(),
    ofMember: new Map(),
    timed: new Set(),
    slots: new Map(),
    events: [],
    transitions: new Map(),
  };
  put(undo, tables.batches, id, rows);
  return { id, made: true };
}
