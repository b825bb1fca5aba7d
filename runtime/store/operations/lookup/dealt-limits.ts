/** Keys of limits of which some batch has a share. */
import type { Operation } from "../operation.ts";

export const dealtLimits: Operation = {
  name: "dealt limits",
  takes: [],
  build: ({ db }) =>
    db
      .selectFrom("slots")
      .select("limit_key")
      .distinct()
      .where("granted", "is not", null)
      .orderBy("limit_key"),
};
