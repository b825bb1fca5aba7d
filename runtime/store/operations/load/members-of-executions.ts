/** Whose executions these are, by a JSON list of their ids. Those of other batches are left out. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const membersOfExecutions: Operation = {
  name: "members of executions",
  takes: ["ids", "batch"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("execution_rows")
      .select("member_id")
      .distinct()
      .where(sql<boolean>`id in ${flavour.numbersOf(arg("ids"))}`)
      .where("batch_id", "=", arg<number>("batch"))
      .orderBy("member_id"),
};
