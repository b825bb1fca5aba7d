/** Steps of a batch by their ids, with the names of what they belong to. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const namedSteps: Operation = {
  name: "named steps",
  takes: ["batch", "ids"],
  build: ({ flavour }) =>
    sql`select id, step_name, function_name, worker_id from step_report
    where batch_id = ${arg("batch")} and id in ${flavour.numbersOf(arg("ids"))}`,
};
