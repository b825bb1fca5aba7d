/** A member's row is missing again, or its removal is held now. */
import { arg, type Operation } from "../operation.ts";

export const updateAbsence: Operation = {
  name: "update absence",
  takes: ["misses", "among", "held", "name", "key"],
  build: ({ db }) =>
    db
      .updateTable("absences")
      .set({
        misses: arg<number>("misses"),
        among: arg<number | null>("among"),
        held: arg<number>("held"),
      })
      .where("runbook_name", "=", arg<string>("name"))
      .where("member_key", "=", arg<string>("key")),
};
