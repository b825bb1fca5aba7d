/** The batch of a runbook's name under a key. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { BATCH_COLUMNS } from "./batch-columns.ts";

export const findBatch: Operation = {
  name: "find batch",
  takes: ["name", "key"],
  build: () =>
    sql`select ${sql.join(BATCH_COLUMNS.map((column) => sql.ref(column)))} from batch_rows
    where runbook_name = ${arg("name")} and batch_key = ${arg("key")}`,
};
