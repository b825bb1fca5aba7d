/** Whose steps of a batch are among the next so many that fall due on the whole platform: those
 *  under way. However many there are, no more rows are looked at. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const armedMembers: Operation = {
  name: "armed members",
  takes: ["window", "batch"],
  build: ({ flavour }) =>
    sql`select distinct member_id from (${flavour.firstOf(
      sql`select batch_id, member_id from execution_rows where due_at is not null
      order by due_at, id`,
      arg("window"),
    )}) armed where batch_id = ${arg("batch")}`,
};
