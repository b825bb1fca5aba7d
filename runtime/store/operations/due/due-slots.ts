/** Slots with room for somebody who may be waiting. */
import { arg, type Operation } from "../operation.ts";

export const dueSlots: Operation = {
  name: "due slots",
  takes: ["now", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("slots")
        .select(["batch_id", "limit_key"])
        .where("due_at", "is not", null)
        .where("due_at", "<=", flavour.now)
        .orderBy("due_at")
        .orderBy("batch_id")
        .orderBy("limit_key"),
      arg("most"),
    ),
};
