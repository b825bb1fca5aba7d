/** One member by its id, as a search shows it. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const findMember: Operation = {
  name: "find member",
  takes: ["id"],
  build: () =>
    sql`select id, batch_id, runbook_name, member_key, status, added_at, removed_at, failed_at
    from member_rows where id = ${arg("id")}`,
};
