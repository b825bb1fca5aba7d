/** Every so many-th member of a batch. Answered from the index of the batch's members alone. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const sampleMembers: Operation = {
  name: "sample members",
  takes: ["batch", "every", "most"],
  build: ({ flavour }) =>
    flavour.firstOf(
      sql`select id from member_rows where batch_id = ${arg("batch")}
      and id % ${arg("every")} = 0 order by id`,
      arg("most"),
    ),
};
