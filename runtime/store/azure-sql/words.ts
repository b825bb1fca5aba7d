/** Azure SQL's words in table definitions. Compared text has a binary collation, so that keys are
 *  equal here exactly when they are equal in code. */
import { sql } from "kysely";
import type { Words } from "../operations/schema/words.ts";

const BINARY = "collate Latin1_General_100_BIN2";

export const AZURE_SQL_WORDS: Words = {
  number: "bigint",
  flag: "tinyint",
  text: (charsMax) => `nvarchar(${charsMax}) collate Latin1_General_100_BIN2`,
  longText: "nvarchar(max)",
  instant: `char(24) ${BINARY}`,
  numbered: "bigint identity(1, 1) primary key",
  tableEnd: sql``,
  orderedTableEnd: sql``,
  /** A phase of 50,000 members inserts more rows than a lock escalation allows. */
  afterExecutions: sql`alter table execution_rows set (lock_escalation = disable)`,
  /** An expression is found by an index when a column of the table is computed from it. */
  foldedKeys: [
    sql`alter table "member_rows" add "member_key_folded" as lower("member_key") persisted`,
    sql`create index "ix_member_rows_folded" on "member_rows" ("member_key_folded", "id")`,
  ],
  jsonValue: (column, path) => sql`json_value(${sql.ref(column)}, ${sql.lit(path)})`,
  eachItem: (column) => sql`cross apply openjson(${sql.ref(column)}) as j`,
  itemPlace: sql`cast(j.${sql.ref("key")} as bigint)`,
  jsonPart: (column, path) => sql`json_query(${sql.ref(column)}, ${sql.lit(path)})`,
};
