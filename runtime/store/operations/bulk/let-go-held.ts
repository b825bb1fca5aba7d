/** Held executions of a batch have ended already; they only stop asking for a person. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const letGoHeld: Operation = {
  name: "let go of held executions",
  takes: ["batch", "except"],
  build: ({ db, flavour }) =>
    db
      .updateTable("execution_rows")
      .set({ held: 0 })
      .where("batch_id", "=", arg<number>("batch"))
      .where("held", "=", 1)
      .where("kind", "not in", ["rollback", "removal"])
      .where(sql<boolean>`id not in ${flavour.numbersOf(arg("except"))}`),
};
