/** New rows of a table, all columns given. */
import type { TableInSchema } from "../flavour.ts";
import type { Operation } from "../operation.ts";

export const insertRows = (table: TableInSchema, columns: readonly string[]): Operation => ({
  name: `insert ${table}`,
  takes: columns,
  build: ({ flavour }) => flavour.insertEach(table, columns),
});
