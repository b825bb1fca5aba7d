/** All executions of some members of a batch, of every generation; member 0 stands for the batch
 *  itself. The order is that of the index they are found by. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { rowsWhere } from "./load-rows.ts";

export const loadExecutions: Operation = {
  name: "load executions",
  takes: ["batch", "members"],
  build: ({ flavour }) =>
    rowsWhere(
      "executions",
      sql`batch_id = ${arg("batch")} and member_id in ${flavour.numbersOf(arg("members"))}`,
      sql`member_id, phase_id, step_index`,
    ),
};
