/** Turns the active version of a name off. */
import { arg, type Operation } from "../operation.ts";

export const deactivateRunbook: Operation = {
  name: "deactivate runbook",
  takes: ["name"],
  build: ({ db }) =>
    db
      .updateTable("runbooks")
      .set({ is_active: 0 })
      .where("name", "=", arg<string>("name"))
      .where("is_active", "=", 1),
};
