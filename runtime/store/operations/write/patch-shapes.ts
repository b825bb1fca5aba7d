/** What a combination of changed and expected properties means: its statement, and which column
 *  writes which property. Worked out when it first occurs and found again by walking along the
 *  names of the properties: this runs for every row of every step. */
import type { Delta, Patch, TableName } from "../../../domain/engine/writes.ts";
import type { Cell, Column } from "../columns.ts";
import type { Operation } from "../operation.ts";
import { columnOf } from "../row-codec.ts";
import { patchRows } from "./patch-rows.ts";

type Values = Readonly<Record<string, unknown>>;
type Write = { readonly prop: string; readonly column: Column<unknown> };

export type Shape = {
  /** Null where nothing is left to write. */
  readonly operation: Operation | null;
  readonly changes: readonly Write[];
  readonly expect: readonly Write[];
  readonly nameAt: number;
};

/** A place on the way along the names; a few dozen ways exist, for decisions are few in kind. */
type Place = { readonly next: Map<string, Place>; shape: Shape | null };

const place = (): Place => ({ next: new Map(), shape: null });
const START = place();

function step(from: Place, name: string): Place {
  const known = from.next.get(name);
  if (known !== undefined) return known;
  const made = place();
  from.next.set(name, made);
  return made;
}

function along(from: Place, values: Values): Place {
  let at = from;
  for (const prop in values) at = step(at, prop);
  return at;
}

const writesOf = (table: TableName, values: Values): readonly Write[] =>
  Object.keys(values).flatMap((prop) => {
    const column = columnOf(table, prop);
    return column === null ? [] : [{ prop, column }];
  });
const names = (writes: readonly Write[]): readonly string[] =>
  writes.map(({ column }) => column.name);

/** `derived` are columns that follow from the change. */
export function patchShape({ table, set, expect }: Patch, derived: readonly string[]): Shape {
  let at = along(step(START, table), set);
  for (const column of derived) at = step(at, `& ${column}`);
  at = along(step(at, "if"), expect);
  at.shape ??= makeShape(table, set, expect, derived);
  return at.shape;
}

const byColumns = new Map<number, Shape>();

/** For executions, which say by one number which columns change. */
export function executionShape(patch: Patch, columns: number): Shape {
  const known = byColumns.get(columns);
  if (known !== undefined) return known;
  const made = patchShape(patch, []);
  byColumns.set(columns, made);
  return made;
}

function makeShape(
  table: TableName,
  set: Values,
  expect: Values,
  derived: readonly string[],
): Shape {
  const changes = writesOf(table, set);
  const guards = writesOf(table, expect);
  const columns = [...names(changes), ...derived];
  const patch = { table, set: columns, add: [], expect: names(guards) };
  const operation = columns.length === 0 ? null : patchRows(patch);
  return { operation, changes, expect: guards, nameAt: columns.length };
}

export function deltaShape({ table, add }: Delta): Shape {
  const at = along(step(step(START, table), "+"), add);
  at.shape ??= makeDelta(table, add);
  return at.shape;
}

function makeDelta(table: TableName, add: Values): Shape {
  const changes = writesOf(table, add);
  const operation = patchRows({ table, set: [], add: names(changes), expect: [] });
  return { operation, changes, expect: [], nameAt: changes.length };
}

export function pushCells(cells: Cell[], writes: readonly Write[], from: Values): void {
  for (const { prop, column } of writes) cells.push(column.write(from[prop]));
}
