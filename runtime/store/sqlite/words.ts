/** SQLite's words in table definitions. Tables are strict: a cell of the wrong kind is refused. */
import { sql } from "kysely";
import type { Words } from "../operations/schema/words.ts";

const extract: Words["jsonValue"] = (column, path) =>
  sql`json_extract(${sql.ref(column)}, ${sql.lit(path)})`;

export const SQLITE_WORDS: Words = {
  number: "integer",
  flag: "integer",
  text: () => "text",
  longText: "text",
  instant: "text",
  numbered: "integer primary key autoincrement",
  tableEnd: sql`strict`,
  orderedTableEnd: sql`strict, without rowid`,
  foldedKeys: [sql`create index ix_member_rows_folded on member_rows (lower(member_key), id)`],
  jsonValue: extract,
  jsonPart: extract,
  eachItem: (column) => sql`cross join json_each(${sql.ref(column)}) as j`,
  itemPlace: sql`j.key`,
};
