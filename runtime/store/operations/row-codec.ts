/** Whole rows to cells and back, in the order of their columns. */
import type { ExecutionRow } from "../../domain/engine/execution-row.ts";
import type { MemberRow } from "../../domain/engine/rows.ts";
import type { TableName, Tables } from "../../domain/engine/writes.ts";
import type { Cell, Column } from "./columns.ts";
import { type KeptMember, ROW_COLUMNS } from "./row-columns.ts";
import { batchOf, executionOf, memberOf, phaseOf, slotOf } from "./row-readers.ts";

type AnyColumn = Column<unknown>;

const listOf = (columns: object): readonly (readonly [prop: string, column: AnyColumn])[] =>
  Object.entries(columns);

const COLUMN_LISTS = {
  batches: listOf(ROW_COLUMNS.batches),
  phases: listOf(ROW_COLUMNS.phases),
  members: listOf(ROW_COLUMNS.members),
  executions: listOf(ROW_COLUMNS.executions),
  slots: listOf(ROW_COLUMNS.slots),
} as const;

export const columnNames = (table: TableName): readonly string[] =>
  COLUMN_LISTS[table].map(([, { name }]) => name);

export const cellsOf = (table: TableName, row: object): Cell[] =>
  COLUMN_LISTS[table].map(([prop, { write }]) => write(Reflect.get(row, prop)));

/** Rows as they are kept: a member without what its executions tell. */
export type Kept = Omit<Tables, "members"> & { readonly members: KeptMember };

const READERS: { readonly [Name in TableName]: (cells: readonly Cell[]) => Kept[Name] } = {
  batches: batchOf,
  phases: phaseOf,
  members: memberOf,
  executions: executionOf,
  slots: slotOf,
};

/** The cells must be those of `columnNames`, which is where all selects take their columns. */
export const rowOf = <Name extends TableName>(table: Name, cells: readonly Cell[]): Kept[Name] =>
  READERS[table](cells);

/** The one execution whose job is out for the member (I4). */
export function memberWith(kept: KeptMember, executions: Iterable<ExecutionRow>): MemberRow {
  let currentExecutionId: MemberRow["currentExecutionId"] = 0;
  for (const { id, outstanding } of executions) if (outstanding) currentExecutionId = id;
  return { ...kept, currentExecutionId };
}

/** The column of one property; null for the one that is told by other rows. */
export function columnOf(table: TableName, prop: string): AnyColumn | null {
  const column: AnyColumn | undefined = Reflect.get(ROW_COLUMNS[table], prop);
  if (column !== undefined) return column;
  if (table === "members" && prop === "currentExecutionId") return null;
  throw new Error(`${table} has no column for ${prop}`);
}
