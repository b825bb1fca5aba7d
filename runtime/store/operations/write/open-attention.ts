/** Opens something for a person, unless it is open already. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const openAttention: Operation = {
  name: "open attention",
  takes: ["subject", "batch", "reason", "actions", "at"],
  build: () =>
    sql`insert into attention (subject, batch_id, reason, actions_json, opened_at)
    select ${arg("subject")}, ${arg("batch")}, ${arg("reason")}, ${arg("actions")}, ${arg("at")}
    where not exists (
      select 1 from attention where subject = ${arg("subject")} and closed_at is null)`,
};
