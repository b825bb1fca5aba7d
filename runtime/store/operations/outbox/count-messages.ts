/** How many messages are still to be published. */
import type { Operation } from "../operation.ts";

export const countMessages: Operation = {
  name: "count messages",
  takes: [],
  build: ({ db }) => db.selectFrom("outbox").select(({ fn }) => fn.countAll().as("waiting")),
};
