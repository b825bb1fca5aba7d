/** Closes what is open for a subject. */
import { arg, type Operation } from "../operation.ts";

export const closeAttention: Operation = {
  name: "close attention",
  takes: ["at", "subject", "batch"],
  build: ({ db }) =>
    db
      .updateTable("attention")
      .set({ closed_at: arg<string>("at") })
      .where("subject", "=", arg<string>("subject"))
      .where("batch_id", "=", arg<number>("batch"))
      .where("closed_at", "is", null),
};
