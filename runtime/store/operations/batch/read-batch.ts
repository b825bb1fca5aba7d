/** One batch, by id. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { BATCH_COLUMNS } from "./batch-columns.ts";

export const readBatch: Operation = {
  name: "read batch",
  takes: ["id"],
  build: () =>
    sql`select ${sql.join(BATCH_COLUMNS.map((column) => sql.ref(column)))} from batch_rows
    where id = ${arg("id")}`,
};
