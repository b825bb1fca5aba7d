/** One batch as it is shown. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { BATCH_COLUMNS } from "./shapes.ts";

export const readBatchReport: Operation = {
  name: "read batch report",
  takes: ["id"],
  build: () =>
    sql`select ${sql.join(BATCH_COLUMNS.map((column) => sql.ref(column)))} from batches
    where id = ${arg("id")}`,
};
