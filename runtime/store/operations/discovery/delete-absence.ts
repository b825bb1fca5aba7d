/** A member's row is there again, or nobody asks for it any more. */
import { arg, type Operation } from "../operation.ts";

export const deleteAbsence: Operation = {
  name: "delete absence",
  takes: ["name", "key"],
  build: ({ db }) =>
    db
      .deleteFrom("absences")
      .where("runbook_name", "=", arg<string>("name"))
      .where("member_key", "=", arg<string>("key")),
};
