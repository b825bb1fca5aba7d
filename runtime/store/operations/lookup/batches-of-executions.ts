/** The batch of each of these executions, whose ids are a JSON list. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const batchesOfExecutions: Operation = {
  name: "batches of executions",
  takes: ["ids"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("execution_rows")
      .select(["id", "batch_id"])
      .where(sql<boolean>`id in ${flavour.numbersOf(arg("ids"))}`)
      .orderBy("id"),
};
