/** Members of a runbook whose rows were missing when its source was last read. */
import { arg, type Operation } from "../operation.ts";

export const listAbsences: Operation = {
  name: "list absences",
  takes: ["name"],
  build: ({ db }) =>
    db
      .selectFrom("absences")
      .select(["member_key", "misses"])
      .where("runbook_name", "=", arg<string>("name"))
      .orderBy("member_key"),
};
