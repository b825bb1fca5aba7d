/** What steps of a batch are parked for: how many for each thing, and the oldest of them. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const parkedSteps: Operation = {
  name: "parked steps",
  takes: ["batch"],
  build: () =>
    sql`select waiting_for, count(*) as steps, min(id) as first_id from execution_rows
    where batch_id = ${arg("batch")} and waiting_for is not null group by waiting_for`,
};
