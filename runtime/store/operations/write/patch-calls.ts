/** Patches and counter changes as calls: those that touch the same columns share a statement.
 *  This runs for every step of every member, so what a combination of properties means is worked
 *  out once and kept. */
import type { BatchId } from "../../../contract/ids.ts";
import type { Delta, Patch, TableName } from "../../../domain/engine/writes.ts";
import type { Cell, Column } from "../columns.ts";
import type { Operation } from "../operation.ts";
import { assertReachable } from "../reachable.ts";
import { columnOf } from "../row-codec.ts";
import type { Call } from "./call.ts";
import { derivedCells } from "./derived-cells.ts";
import { patchRows } from "./patch-rows.ts";

type Group = { readonly call: Call; readonly rows: Cell[][] };
type Writes = readonly (readonly [prop: string, column: Column<unknown>])[];
type Shape = {
  readonly operation: Operation;
  readonly changes: Writes;
  readonly expect: Writes;
  readonly nameAt: number;
};

/** Of every combination that has occurred: a few dozen, since decisions are few in kind. */
const SHAPES = new Map<string, Shape>();

const writesOf = (table: TableName, values: object): Writes =>
  Object.keys(values).map((prop) => [prop, columnOf(table, prop)]);
const names = (writes: Writes): readonly string[] => writes.map(([, { name }]) => name);

function patchShape(key: string, { table, set, expect }: Patch, derived: readonly string[]): Shape {
  const changes = writesOf(table, set);
  const guards = writesOf(table, expect);
  const columns = [...names(changes), ...derived];
  const operation = patchRows({ table, set: columns, add: [], expect: names(guards) });
  const shape = { operation, changes, expect: guards, nameAt: columns.length };
  SHAPES.set(key, shape);
  return shape;
}

function deltaShape(key: string, { table, add }: Delta): Shape {
  const changes = writesOf(table, add);
  const operation = patchRows({ table, set: [], add: names(changes), expect: [] });
  const shape = { operation, changes, expect: [], nameAt: changes.length };
  SHAPES.set(key, shape);
  return shape;
}

/** The shape's cells with the row's name in the middle, in the order of its arguments. */
function cellsOf(shape: Shape, from: object, derived: readonly Cell[], place: readonly Cell[]) {
  const cells: Cell[] = [];
  for (const [prop, { write }] of shape.changes) cells.push(write(Reflect.get(from, prop)));
  cells.push(...derived, ...place);
  return cells;
}

export function patchCalls(
  patches: readonly Patch[],
  counters: readonly Delta[],
  batchId: BatchId,
  now: string,
): readonly Call[] {
  const groups = new Map<string, Group>();
  const placeOf = ({ table, id }: Patch | Delta): readonly Cell[] =>
    table === "batches" ? [id] : [id, batchId];
  const rowsIn = (key: string, { operation, nameAt }: Shape): Cell[][] => {
    const known = groups.get(key);
    if (known !== undefined) return known.rows;
    const rows: Cell[][] = [];
    groups.set(key, { rows, call: { operation, rows, mustMove: true, nameAt } });
    return rows;
  };
  for (const patch of patches) {
    const { table, expect, set } = patch;
    if ("status" in set) assertReachable(table, Reflect.get(expect, "status"), set.status);
    const derived = derivedCells(patch, now);
    const extra = derived.map(([column]) => column);
    const key = `${table} ${Object.keys(set)} ${extra} ${Object.keys(expect)}`;
    const shape = SHAPES.get(key) ?? patchShape(key, patch, extra);
    const more = derived.map(([, cell]) => cell);
    const cells = cellsOf(shape, set, more, placeOf(patch));
    for (const [prop, { write }] of shape.expect) cells.push(write(Reflect.get(expect, prop)));
    rowsIn(key, shape).push(cells);
  }
  for (const delta of counters) {
    const key = `${delta.table} + ${Object.keys(delta.add)}`;
    const shape = SHAPES.get(key) ?? deltaShape(key, delta);
    rowsIn(key, shape).push(cellsOf(shape, delta.add, [], placeOf(delta)));
  }
  return [...groups.values()].map(({ call }) => call);
}
