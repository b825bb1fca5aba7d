/** Which batches have active members that wait for another batch, each pair once (R36). */
import type { Operation } from "../operation.ts";

export const batchWaits: Operation = {
  name: "batch waits",
  takes: [],
  build: ({ db }) =>
    db
      .selectFrom("member_rows as m")
      .select(["m.batch_id", "m.waits_for"])
      .distinct()
      .where("m.waits_for", "is not", null)
      .where("m.holds_key", "=", 1)
      .orderBy("m.batch_id")
      .orderBy("m.waits_for"),
};
