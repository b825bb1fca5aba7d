/** All limits that are set. */
import type { Operation } from "../operation.ts";

export const listLimits: Operation = {
  name: "list limits",
  takes: [],
  build: ({ db }) =>
    db.selectFrom("slot_limits").select(["limit_key", "most"]).orderBy("limit_key"),
};
