/** A member's row is missing again. */
import { arg, type Operation } from "../operation.ts";

export const updateAbsence: Operation = {
  name: "update absence",
  takes: ["misses", "name", "key"],
  build: ({ db }) =>
    db
      .updateTable("absences")
      .set({ misses: arg<number>("misses") })
      .where("runbook_name", "=", arg<string>("name"))
      .where("member_key", "=", arg<string>("key")),
};
