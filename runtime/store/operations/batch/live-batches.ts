/** Batches that have not ended: of one runbook's name, or of all when none is given (M-065). */
import { sql } from "kysely";
import { LIVE_BATCH_STATUSES } from "../../../domain/batch.ts";
import { arg, type Operation } from "../operation.ts";
import { BATCH_COLUMNS } from "./batch-columns.ts";

export const liveBatches: Operation = {
  name: "live batches",
  takes: ["name"],
  build: () =>
    sql`select ${sql.join(BATCH_COLUMNS.map((column) => sql.ref(column)))} from batch_rows
    where status in (${sql.join(LIVE_BATCH_STATUSES.map((status) => sql.lit(status)))})
      and runbook_name = coalesce(${arg("name")}, runbook_name)
    order by id`,
};
