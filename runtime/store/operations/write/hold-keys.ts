/** Takes or gives back the keys of a batch's active members, all at once (I2). */
import { arg, type Operation } from "../operation.ts";

export const holdKeys: Operation = {
  name: "hold keys",
  takes: ["holds", "batch"],
  build: ({ db }) =>
    db
      .updateTable("member_rows")
      .set({ holds_key: arg<number>("holds") })
      .where("batch_id", "=", arg<number>("batch"))
      .where("status", "=", "active"),
};
