/** Selects of whole rows, with the columns in the order in which rows are read. */
import { type RawBuilder, sql } from "kysely";
import type { TableName } from "../../../domain/engine/writes.ts";
import { columnNames } from "../row-codec.ts";
import { PLACES } from "../tables.ts";

export const rowsWhere = (
  table: TableName,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const columns = sql.join(columnNames(table).map((name) => sql.ref(name)));
  const from = sql.table(PLACES[table].table);
  return sql`select ${columns} from ${from} where ${where} order by ${order}`;
};
