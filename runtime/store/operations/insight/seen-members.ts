/** Members of a batch, as reasons need them. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const seenMembers: Operation = {
  name: "seen members",
  takes: ["ids", "batch"],
  build: ({ flavour }) =>
    sql`select id, member_key, generation, status, waits_for, removal_approved from member_rows
    where id in ${flavour.numbersOf(arg("ids"))} and batch_id = ${arg("batch")} order by id`,
};
