/** How many incidents are open. */
import type { Operation } from "../operation.ts";

export const countIncidents: Operation = {
  name: "count incidents",
  takes: [],
  build: ({ db }) =>
    db
      .selectFrom("incidents")
      .select(({ fn }) => fn.countAll().as("open"))
      .where("closed_at", "is", null),
};
