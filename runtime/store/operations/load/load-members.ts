/** Members of one batch, by a JSON list of ids. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { rowsWhere } from "./load-rows.ts";

export const loadMembers: Operation = {
  name: "load members",
  takes: ["ids", "batch"],
  build: ({ flavour }) =>
    rowsWhere(
      "members",
      sql`id in ${flavour.numbersOf(arg("ids"))} and batch_id = ${arg("batch")}`,
      sql`id`,
    ),
};
