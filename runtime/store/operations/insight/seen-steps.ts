/** All steps of some members of a batch, of every generation; member 0 stands for the batch. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { STEP_COLUMNS } from "./step-columns.ts";

export const seenSteps: Operation = {
  name: "seen steps",
  takes: ["batch", "members"],
  build: ({ flavour }) =>
    sql`select ${sql.join(STEP_COLUMNS.map((column) => sql.ref(column)))} from execution_rows
    where batch_id = ${arg("batch")} and member_id in ${flavour.numbersOf(arg("members"))}
    order by member_id, phase_id, step_index`,
};
