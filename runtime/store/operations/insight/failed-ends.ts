/** Batches that ended so since then with somebody or everything failed, the newest first; not those
 *  that a person called off. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const failedEnds: Operation = {
  name: "failed ends",
  takes: ["status", "since", "most"],
  build: ({ flavour }) =>
    flavour.firstOf(
      sql`select id, status_reason, active_members, failed_members, ended_at from batch_rows
      where status = ${arg("status")} and ended_at >= ${arg("since")}
      and (status = 'failed' or failed_members > 0)
      and (status_reason is null or status_reason = 'init_failed')
      order by id desc`,
      arg("most"),
    ),
};
