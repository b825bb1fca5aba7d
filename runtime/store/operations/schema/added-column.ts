/** A column that joins a table made by an earlier migration. */
import { type SchemaModule, sql } from "kysely";
import { type ColumnDefinition, cellWord, type Statement, type TableDefinition } from "./table.ts";
import type { Words } from "./words.ts";

export type AddedColumn = {
  readonly table: string;
  readonly column: string;
  readonly definition: ColumnDefinition;
  /** What the rows have that were there before; null unless told. */
  readonly before?: number;
};

export function columnStatement(
  schema: SchemaModule,
  words: Words,
  { table, column, definition: { kind, nullable }, before }: AddedColumn,
): Statement {
  return schema.alterTable(table).addColumn(column, sql.raw(cellWord(words, kind)), (build) => {
    const told = before === undefined ? build : build.defaultTo(before);
    return nullable ? told : told.notNull();
  });
}

export const withColumns = (
  definition: TableDefinition,
  added: readonly AddedColumn[],
): TableDefinition => {
  const own = added.filter(({ table }) => table === definition.name);
  const more = Object.fromEntries(own.map((each) => [each.column, each.definition]));
  return { ...definition, columns: { ...definition.columns, ...more } };
};
