/** Patches and counter changes as calls: those that touch the same columns share a statement. */
import type { BatchId } from "../../../contract/ids.ts";
import type { Delta, Patch, TableName } from "../../../domain/engine/writes.ts";
import type { Cell } from "../columns.ts";
import { assertReachable } from "../reachable.ts";
import { cellOf } from "../row-codec.ts";
import type { Call } from "./call.ts";
import { derivedCells } from "./derived-cells.ts";
import { type PatchShape, patchRows } from "./patch-rows.ts";

type Cells = readonly (readonly [column: string, cell: Cell])[];
type Parts = {
  readonly table: TableName;
  readonly id: Cell;
  readonly set: Cells;
  readonly add: Cells;
  readonly expect: Cells;
};

const cellsIn = (table: TableName, values: object): Cells =>
  Object.entries(values).map(([prop, value]) => cellOf(table, prop, value));

function ofPatch(patch: Patch, now: string): Parts {
  const { table, id, expect, set } = patch;
  if ("status" in set) assertReachable(table, Reflect.get(expect, "status"), set.status);
  const changed = [...cellsIn(table, set), ...derivedCells(patch, now)];
  return { table, id, set: changed, add: [], expect: cellsIn(table, expect) };
}

const ofDelta = ({ table, id, add }: Delta): Parts => ({
  table,
  id,
  set: [],
  add: cellsIn(table, add),
  expect: [],
});

export function patchCalls(
  patches: readonly Patch[],
  counters: readonly Delta[],
  batchId: BatchId,
  now: string,
): readonly Call[] {
  const byShape = new Map<string, { shape: PatchShape; rows: Cell[][] }>();
  const all = [...patches.map((patch) => ofPatch(patch, now)), ...counters.map(ofDelta)];
  for (const { table, id, set, add, expect } of all) {
    const shape = { table, set: columns(set), add: columns(add), expect: columns(expect) };
    const key = `${table} ${shape.set} ${shape.add} ${shape.expect}`;
    const group = byShape.get(key) ?? { shape, rows: [] };
    const place = table === "batches" ? [id] : [id, batchId];
    group.rows.push([...cells(set), ...cells(add), ...place, ...cells(expect)]);
    byShape.set(key, group);
  }
  return [...byShape.values()].map(({ shape, rows }) => ({
    operation: patchRows(shape),
    rows,
    mustMove: true,
    nameAt: shape.set.length + shape.add.length,
  }));
}

const columns = (parts: Cells): readonly string[] => parts.map(([column]) => column);
const cells = (parts: Cells): readonly Cell[] => parts.map(([, cell]) => cell);
