/** Takes ids, unless somebody else has taken them since they were read. */
import { arg, type Operation } from "../operation.ts";

export const moveNextId: Operation = {
  name: "move next id",
  takes: ["to", "name", "from"],
  build: ({ db }) =>
    db
      .updateTable("id_counters")
      .set({ next_id: arg<number>("to") })
      .where("name", "=", arg<string>("name"))
      .where("next_id", "=", arg<number>("from")),
};
