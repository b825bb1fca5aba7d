/** What the two SQL dialects say differently, and nothing else. Operations are written once and
 *  ask their flavour for these; no operation knows which dialect it is compiled for. */
import type { RawBuilder, SelectQueryBuilder } from "kysely";
import type { Schema } from "./schema.ts";

export type TableInSchema = keyof Schema & string;

/** One guarded update: `set` and `add` change columns, `key` and `expect` find the row. */
export type EachUpdate = {
  readonly table: TableInSchema;
  readonly set: readonly string[];
  readonly add: readonly string[];
  readonly key: readonly string[];
  readonly expect: readonly string[];
};

export type Flavour = {
  /** One row per row of arguments; every column is an argument. */
  readonly insertEach: (table: TableInSchema, columns: readonly string[]) => RawBuilder<unknown>;
  /** Its arguments are those that `updateArguments` lists. */
  readonly updateEach: (update: EachUpdate) => RawBuilder<unknown>;
  /** Ends an ordered select after so many rows. */
  readonly firstRows: <Db, Table extends keyof Db, Output>(
    query: SelectQueryBuilder<Db, Table, Output>,
    most: RawBuilder<number>,
  ) => SelectQueryBuilder<Db, Table, Output>;
  /** The same for a select that is written out. */
  readonly firstOf: (query: RawBuilder<unknown>, most: RawBuilder<number>) => RawBuilder<unknown>;
  /** The items of a JSON list, as a select of one column called `value`. */
  readonly numbersOf: (list: RawBuilder<string>) => RawBuilder<number>;
  readonly textsOf: (list: RawBuilder<string>) => RawBuilder<string>;
  /** An update that answers with columns of the rows it moved. */
  readonly updateReturning: (parts: {
    readonly table: TableInSchema;
    readonly set: RawBuilder<unknown>;
    readonly where: RawBuilder<unknown>;
    readonly columns: readonly string[];
    /** Something to answer beside the columns. */
    readonly also?: RawBuilder<unknown>;
  }) => RawBuilder<unknown>;
  /** An insert that answers with the id it was given. */
  readonly insertReturningId: (
    table: TableInSchema,
    columns: readonly string[],
  ) => RawBuilder<unknown>;
  /** The time by the clock that decides, as ISO text: given, or the server's. */
  readonly now: RawBuilder<string>;
};

/** A column may be set and expected at once, so the names of the arguments say which is meant. */
export const updateArguments = ({ set, add, key, expect }: EachUpdate): readonly string[] => [
  ...set.map((column) => `set ${column}`),
  ...add.map((column) => `add ${column}`),
  ...[...key, ...expect].map((column) => `is ${column}`),
];
