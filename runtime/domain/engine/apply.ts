/** The meaning of a decision, in memory. A store that commits a decision and loads again must
 *  come to the same world (Law 2); tests and rehearsals use this one. */

import { applyBulk } from "./apply-bulk.ts";
import type { AttentionDraft, Decision } from "./decision.ts";
import type { AttentionRow } from "./rows.ts";
import type { World } from "./world.ts";
import type { Delta, Patch, TableName } from "./writes.ts";

type Rows = Map<number | string, object>;

export function apply(world: World, decision: Decision): World {
  const tables = {
    batches: new Map([[world.batch.id, world.batch]]),
    phases: new Map(world.phases),
    members: new Map(world.members),
    executions: new Map(world.executions),
    slots: new Map(world.slots),
  };
  const rowsOf = (table: TableName): Rows => tables[table] as Rows;
  for (const { table, row } of decision.inserts) {
    rowsOf(table).set("key" in row && table === "slots" ? row.key : idOf(row), row);
  }
  for (const patch of decision.patches) applyPatch(rowsOf(patch.table), patch);
  for (const delta of decision.counters) applyDelta(rowsOf(delta.table), delta);
  const batch = tables.batches.get(world.batch.id) ?? world.batch;
  const attention = applyAttention(world.attention, decision.attention);
  const { phases, members, executions, slots } = tables;
  const next = {
    ...world,
    batch,
    phases,
    members,
    executions,
    slots,
    attention,
    nextIds: decision.nextIds,
  };
  return decision.bulk.reduce(applyBulk, next);
}

const idOf = (row: object): number | string => Reflect.get(row, "id");

/** A miss means that the world is not the one the decision was made for. */
function applyPatch(rows: Rows, { table, id, expect, set }: Patch): void {
  const row = rows.get(id);
  for (const [column, value] of Object.entries(expect)) {
    if (row !== undefined && Reflect.get(row, column) === value) continue;
    throw new Error(`${table} ${id} is not as expected: ${column}`);
  }
  rows.set(id, { ...row, ...set });
}

function applyDelta(rows: Rows, { id, add }: Delta): void {
  const row = rows.get(id) ?? {};
  const sums = Object.entries(add).map(([column, by]) => [column, Reflect.get(row, column) + by]);
  rows.set(id, { ...row, ...Object.fromEntries(sums) });
}

function applyAttention(
  open: ReadonlyMap<string, AttentionRow>,
  drafts: readonly AttentionDraft[],
): ReadonlyMap<string, AttentionRow> {
  const next = new Map(open);
  for (const draft of drafts) {
    if (draft.kind === "close") next.delete(draft.subject);
    else if (!next.has(draft.subject)) {
      const { kind: _, ...row } = draft;
      next.set(draft.subject, row);
    }
  }
  return next;
}
