/** Changes to single rows, as data: the store turns each into one guarded statement. */
import type { ExecutionRow } from "./execution-row.ts";
import type { BatchRow, MemberRow, PhaseRow, SlotRow } from "./rows.ts";

export type Tables = {
  readonly batches: BatchRow;
  readonly phases: PhaseRow;
  readonly members: MemberRow;
  readonly executions: ExecutionRow;
  readonly slots: SlotRow;
};
export type TableName = keyof Tables;

type PatchOf<Name extends TableName> = {
  readonly table: Name;
  readonly id: number | string;
  readonly expect: Partial<Tables[Name]>;
  readonly set: Partial<Tables[Name]>;
  /** The whole row as it is then, for whoever keeps rows at hand; says nothing that `set` does
   *  not. */
  readonly after?: Tables[Name];
  /** With `after`, of an execution: which columns `set` has (`changedColumns`). What is expected
   *  are then always the same. */
  readonly columns?: number;
};
export type Patch = { [Name in TableName]: PatchOf<Name> }[TableName];
type InsertOf<Name extends TableName> = { readonly table: Name; readonly row: Tables[Name] };
export type Insert = { [Name in TableName]: InsertOf<Name> }[TableName];

/** Added to columns, so that many steps cost one update of their parents. */
export type Delta = {
  readonly table: "batches" | "phases" | "slots";
  readonly id: number | string;
  readonly add: Readonly<Record<string, number>>;
};
