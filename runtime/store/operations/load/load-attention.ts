/** What is open for some batches. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const loadAttention: Operation = {
  name: "load attention",
  takes: ["batches"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("attention")
      .select(["subject", "batch_id", "reason", "actions_json", "opened_at"])
      .where(sql<boolean>`batch_id in ${flavour.numbersOf(arg("batches"))}`)
      .where("closed_at", "is", null)
      .orderBy("id"),
};
