/** Executions that must be looked at by now. `due_at is not null` is said again for the sake of
 *  the filtered index. */
import { arg, type Operation } from "../operation.ts";

export const dueExecutions: Operation = {
  name: "due executions",
  takes: ["now", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("execution_rows")
        .select(["batch_id", "id"])
        .where("due_at", "is not", null)
        .where("due_at", "<=", flavour.now)
        .orderBy("due_at")
        .orderBy("id"),
      arg("most"),
    ),
};
