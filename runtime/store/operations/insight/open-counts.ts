/** How many batches have not ended, how many of them nobody has begun, and how many things wait for
 *  a person. */
import { sql } from "kysely";
import type { Operation } from "../operation.ts";

export const openCounts: Operation = {
  name: "open counts",
  takes: [],
  build: () =>
    sql`select
      (select count(*) from batch_rows
        where status in ('detected', 'init_dispatched', 'active')) as batches,
      (select count(*) from batch_rows where status = 'detected' and is_manual = 1) as not_begun,
      (select count(*) from attention where closed_at is null) as attention`,
};
