/** Failed steps of the members of a batch that failed last. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { STEP_COLUMNS } from "./step-columns.ts";

export const failedSteps: Operation = {
  name: "failed steps",
  takes: ["batch", "members"],
  build: ({ flavour }) =>
    sql`select ${sql.join(STEP_COLUMNS.map((column) => sql.ref(`e.${column}`)))}, f.member_key
    from (${flavour.firstOf(
      sql`select id, batch_id, member_key from member_rows
      where batch_id = ${arg("batch")} and failed_at is not null and status = 'failed'
      order by failed_at desc, id desc`,
      arg("members"),
    )}) f inner join execution_rows e on e.batch_id = f.batch_id and e.member_id = f.id
    where e.status in ('failed', 'poll_timeout', 'rolled_back')`,
};
