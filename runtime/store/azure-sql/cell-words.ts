/** The types under which cells of a JSON list are read: those of their columns, without the
 *  collation, which a list cannot state. */
import { TABLE_DEFINITIONS } from "../operations/schema/migrations.ts";
import { cellWord } from "../operations/schema/table.ts";
import { AZURE_SQL_WORDS } from "./words.ts";

const COLLATION = / collate (\w+)$/;

function wordOf(table: string, column: string): string {
  const definition = TABLE_DEFINITIONS.find(({ name }) => name === table)?.columns[column];
  if (definition === undefined) throw new Error(`no column ${column} in ${table}`);
  return cellWord(AZURE_SQL_WORDS, definition.kind);
}

export const cellTypeOf = (table: string, column: string): string =>
  wordOf(table, column).replace(COLLATION, "");

/** Said beside a cell that is compared with its column; empty for numbers. */
export const collationOf = (table: string, column: string): string => {
  const collation = COLLATION.exec(wordOf(table, column))?.[1];
  return collation === undefined ? "" : `collate ${collation}`;
};
