/** Who ordered that a batch be cancelled: the row of its log that says so. Batches that were not
 *  cancelled are not asked about. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const cancelledBy: Operation = {
  name: "cancelled by",
  takes: ["batch"],
  build: ({ flavour }) =>
    flavour.firstOf(
      sql`select batch_id, first_seq, at, events_json from event_chunks
      where batch_id = ${arg("batch")} and events_json like '%"batch.cancelling"%'
      order by last_seq`,
      sql<number>`1`,
    ),
};
