/** The meaning of a decision in the model: guarded changes of single rows, then moves of whole
 *  sets, then what is told. The order is the one the SQL adapters write in.
 *  The log goes on from the number the batch has when it is written, not when it was loaded: in a
 *  model without the batch's lock it is then not the log's own key that happens to save it. */
import type { MemberId } from "../../../runtime/contract/ids.ts";
import { stepSubject } from "../../../runtime/domain/engine/attention.ts";
import type { Bulk } from "../../../runtime/domain/engine/bulk.ts";
import { asCancelled, asWoken } from "../../../runtime/domain/engine/cancel-row.ts";
import type { AttentionDraft } from "../../../runtime/domain/engine/decision.ts";
import { type ExecutionRow, isCompensation } from "../../../runtime/domain/engine/execution-row.ts";
import { openedFor } from "../../../runtime/domain/engine/open-phase.ts";
import { isOpenStep } from "../../../runtime/domain/engine/statuses.ts";
import type { Delta, Insert, Patch } from "../../../runtime/domain/engine/writes.ts";
import { assertReachable } from "../../../runtime/store/operations/reachable.ts";
import { keysAfter } from "../../../runtime/store/operations/write/derived-cells.ts";
import { refuse } from "../../../runtime/store/sqlite/refuse.ts";
import type { DecidedRows } from "../../../runtime/store/unit.ts";
import { type Change, drop, put } from "./change.ts";
import { takeIds } from "./counters.ts";
import { holdKey, insertMember } from "./member-rows.ts";
import * as enter from "./rows.ts";
import type { BatchRows } from "./tables.ts";

export function writeDecision(change: Change, rows: BatchRows, decision: DecidedRows): void {
  for (const insert of decision.inserts) writeInsert(change, rows, insert);
  for (const patch of decision.patches) writePatch(change, rows, patch);
  const seq = rows.batch.eventSeq;
  for (const delta of decision.counters) writeDelta(change, rows, delta);
  for (const patch of decision.patches) followBatch(change, rows, patch);
  for (const bulk of decision.bulk) writeBulk(change, rows, bulk);
  for (const draft of decision.attention) writeAttention(change, rows, draft);
  for (const [index, event] of decision.events.entries()) {
    const place = { batchId: rows.batch.id, seq: seq + index + 1, at: change.now };
    enter.insertEvent(change, rows, { ...event, ...place });
  }
}

function writeInsert(change: Change, rows: BatchRows, insert: Insert): void {
  switch (insert.table) {
    case "batches":
      throw new Error("a batch is made before it is decided about");
    case "phases":
      enter.insertPhase(change, rows, insert.row);
      return;
    case "members":
      insertMember(change, rows, insert.row);
      return;
    case "executions":
      enter.insertExecution(change, rows, insert.row);
      return;
    case "slots":
      enter.insertSlot(change, rows, insert.row);
      return;
  }
}

type AnyRow = Readonly<Record<string, unknown>>;

/** A batch is found by its id, whatever batch the decision is about; all else within its batch. */
function findRow(rows: BatchRows, table: Patch["table"], id: number | string): AnyRow | undefined {
  if (table === "batches") return id === rows.batch.id ? rows.batch : undefined;
  return (rows[table] as ReadonlyMap<number | string, AnyRow>).get(id);
}

function writeRow(change: Change, rows: BatchRows, table: Patch["table"], row: AnyRow): void {
  if (table === "batches") setBatch(change, rows, row as BatchRows["batch"]);
  else if (table === "executions") enter.setExecution(change, rows, row as ExecutionRow);
  else {
    const id = table === "slots" ? row["key"] : row["id"];
    put(change.undo, rows[table] as Map<unknown, AnyRow>, id, row);
  }
}

function setBatch({ undo }: Change, rows: BatchRows, row: BatchRows["batch"]): void {
  const old = rows.batch;
  rows.batch = row;
  undo.push(() => {
    rows.batch = old;
  });
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());

function writePatch(change: Change, rows: BatchRows, patch: Patch): void {
  const { table, id, expect, set } = patch;
  if ("status" in set) assertReachable(table, Reflect.get(expect, "status"), set.status);
  const row = findRow(rows, table, id);
  if (row === undefined) refuse({ kind: "stale", table, row: String(id) });
  for (const column in expect) {
    if (isSame(row[column], Reflect.get(expect, column))) continue;
    refuse({ kind: "stale", table, row: String(id) });
  }
  const after = { ...row, ...set };
  writeRow(change, rows, table, after);
  if (table !== "members" || set.status === undefined) return;
  const member = rows.members.get(id as MemberId);
  if (member !== undefined) holdKey(change, rows, member, set.status === "active");
}

function writeDelta(change: Change, rows: BatchRows, { table, id, add }: Delta): void {
  const row = findRow(rows, table, id);
  if (row === undefined) refuse({ kind: "stale", table, row: String(id) });
  const after: Record<string, unknown> = { ...row };
  for (const column in add) after[column] = Number(row[column]) + Number(add[column]);
  writeRow(change, rows, table, after);
}

/** What follows for others when the batch itself changes. */
function followBatch(change: Change, rows: BatchRows, patch: Patch): void {
  if (patch.table !== "batches") return;
  const keys = keysAfter(patch);
  if (keys !== null) {
    for (const member of rows.members.values()) {
      if (member.status === "active") holdKey(change, rows, member, keys === 1);
    }
  }
  const from = patch.expect.version;
  const to = patch.set.version;
  if (from !== undefined && to !== undefined) enter.insertTransition(change, rows, from, to);
}

function writeBulk(change: Change, rows: BatchRows, bulk: Bulk): void {
  switch (bulk.kind) {
    case "openPhase":
      openPhase(change, rows, bulk);
      return;
    case "cancelOpen":
      cancelOpen(change, rows, bulk);
      return;
    case "wake":
      changeEach(change, rows, bulk.except, (row) => {
        const isMeant = bulk.phaseId === null || row.phaseId === bulk.phaseId;
        return row.waitingFor === bulk.waitingFor && isMeant ? asWoken(bulk.at) : null;
      });
  }
}

type BulkOf<Kind extends Bulk["kind"]> = Extract<Bulk, { readonly kind: Kind }>;

function openPhase(change: Change, rows: BatchRows, bulk: BulkOf<"openPhase">): void {
  const phase = rows.phases.get(bulk.phaseId);
  if (phase === undefined) return;
  const except = new Set(bulk.exceptMembers);
  for (const member of rows.members.values()) {
    if (except.has(member.id)) continue;
    for (const row of openedFor(bulk, phase, member)) enter.insertExecution(change, rows, row);
  }
}

function cancelOpen(change: Change, rows: BatchRows, bulk: BulkOf<"cancelOpen">): void {
  changeEach(change, rows, bulk.except, (row) => {
    if (isCompensation(row)) return null;
    if (row.held) close(change, rows, stepSubject(row.id));
    if (isOpenStep(row.status)) return { ...asCancelled(row, bulk.at), status: "cancelled" };
    return row.held ? { held: false } : null;
  });
}

function changeEach(
  change: Change,
  rows: BatchRows,
  except: readonly number[],
  set: (row: ExecutionRow) => Partial<ExecutionRow> | null,
): void {
  const shown = new Set(except);
  for (const row of [...rows.executions.values()]) {
    const changes = shown.has(row.id) ? null : set(row);
    if (changes !== null) enter.setExecution(change, rows, { ...row, ...changes });
  }
}

function writeAttention(change: Change, rows: BatchRows, draft: AttentionDraft): void {
  if (draft.kind === "close") {
    close(change, rows, draft.subject);
    return;
  }
  const { attention } = change.tables;
  if (attention.has(draft.subject)) return;
  const { kind: _, ...row } = draft;
  const id = takeIds(change, "attention");
  put(change.undo, attention, row.subject, { ...row, batchId: rows.batch.id, id });
}

function close({ tables, undo }: Change, { batch }: BatchRows, subject: string): void {
  const open = tables.attention.get(subject);
  if (open?.batchId === batch.id) drop(undo, tables.attention, subject);
}
