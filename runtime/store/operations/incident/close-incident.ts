/** Closes an incident that is open. */
import { arg, type Operation } from "../operation.ts";

export const closeIncident: Operation = {
  name: "close incident",
  takes: ["at", "how", "by", "id"],
  build: ({ db }) =>
    db
      .updateTable("incidents")
      .set({
        closed_at: arg<string>("at"),
        closed_how: arg<string>("how"),
        closed_by: arg<string>("by"),
      })
      .where("id", "=", arg<number>("id"))
      .where("closed_at", "is", null),
};
