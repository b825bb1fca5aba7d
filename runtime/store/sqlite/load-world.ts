/** Reads what was asked for, after the lock: batches with their phases, slots and open attention,
 *  and of members and executions those that `needs` names, with their neighbours. */
import type { BatchId } from "../../contract/ids.ts";
import type { Need } from "../../domain/engine/needs.ts";
import type { AttentionRow } from "../../domain/engine/rows.ts";
import type { TableName, Tables } from "../../domain/engine/writes.ts";
import type { LockedBatch, WorldRows } from "../loaded.ts";
import type { Cell } from "../operations/columns.ts";
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
import { rowOf } from "../operations/row-codec.ts";
import type { Statements } from "./statements.ts";

export function loadWorlds(
  statements: Statements,
  locks: readonly LockedBatch[],
  needs: ReadonlyMap<BatchId, Need>,
): ReadonlyMap<BatchId, WorldRows> {
  const ids = JSON.stringify(locks.map(({ id }) => id));
  const read = <Name extends TableName>(table: Name, operation: Operation, ...cells: Cell[]) =>
    statements.all(operation, cells).map((row): Tables[Name] => rowOf(table, row));
  const batches = byKey(read("batches", loadBatches, ids), ({ id }) => id);
  const phases = inBatches(read("phases", loadPhases, ids));
  const slots = inBatches(read("slots", loadSlots, ids));
  const attention = inBatches(statements.all(loadAttention, [ids]).map(attentionOf));
  const worlds = new Map<BatchId, WorldRows>();
  for (const lock of locks) {
    const { id } = lock;
    const batch = batches.get(id);
    if (batch === undefined) throw new Error(`batch ${id} was locked and is not there`);
    const wanted = JSON.stringify([...memberIds(statements, id, needs.get(id))]);
    worlds.set(id, {
      lock,
      batch,
      phases: byKey(phases.get(id) ?? [], (phase) => phase.id),
      slots: byKey(slots.get(id) ?? [], ({ key }) => key),
      attention: byKey<string, AttentionRow>(attention.get(id) ?? [], ({ subject }) => subject),
      members: byKey(read("members", loadMembers, wanted, id), (member) => member.id),
      executions: byKey(read("executions", loadExecutions, id, wanted), (row) => row.id),
    });
  }
  return worlds;
}

/** 0 is always among them: the executions of the batch itself. */
function memberIds(
  statements: Statements,
  batchId: BatchId,
  need: Need | undefined,
): ReadonlySet<Cell> {
  const ids = new Set<Cell>([0, ...(need?.members ?? [])]);
  const add = (operation: Operation, ...cells: readonly Cell[]): void => {
    for (const [id] of statements.all(operation, cells)) ids.add(id ?? 0);
  };
  if (need === undefined) return ids;
  const { executions, memberKeys, parked } = need;
  if (executions.size > 0) add(membersOfExecutions, JSON.stringify([...executions]), batchId);
  if (memberKeys.size > 0) add(membersByKeys, batchId, JSON.stringify([...memberKeys]));
  for (const { waitingFor, most } of parked) add(parkedExecutions, batchId, waitingFor, most);
  return ids;
}

const byKey = <Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));

function inBatches<Row extends { readonly batchId: BatchId }>(
  rows: readonly Row[],
): ReadonlyMap<BatchId, readonly Row[]> {
  return Map.groupBy(rows, ({ batchId }) => batchId);
}
