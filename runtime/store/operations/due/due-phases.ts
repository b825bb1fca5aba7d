/** Pending phases of active batches whose time has come. */
import { arg, type Operation } from "../operation.ts";

export const duePhases: Operation = {
  name: "due phases",
  takes: ["now", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("phase_rows as p")
        .innerJoin("batch_rows as b", "b.id", "p.batch_id")
        .select(["p.batch_id", "p.id"])
        .where("p.status", "=", "pending")
        .where("p.due_at", "is not", null)
        .where("p.due_at", "<=", flavour.now)
        .where("b.status", "=", "active")
        .orderBy("p.due_at")
        .orderBy("p.id"),
      arg("most"),
    ),
};
