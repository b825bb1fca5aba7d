/** Members of a runbook whom its source did not show in their place when it was last read. */
import { arg, type Operation } from "../operation.ts";

export const listAbsences: Operation = {
  name: "list absences",
  takes: ["name"],
  build: ({ db }) =>
    db
      .selectFrom("absences")
      .select(["member_key", "misses", "among", "held"])
      .where("runbook_name", "=", arg<string>("name"))
      .orderBy("member_key"),
};
