/** Changes a limit that is set. */
import { arg, type Operation } from "../operation.ts";

export const updateLimit: Operation = {
  name: "update limit",
  takes: ["most", "key"],
  build: ({ db }) =>
    db
      .updateTable("slot_limits")
      .set({ most: arg<number>("most") })
      .where("limit_key", "=", arg<string>("key")),
};
