/** The answer an actor got under a key. */
import { arg, type Operation } from "../operation.ts";

export const recallAnswer: Operation = {
  name: "recall answer",
  takes: ["actor", "key"],
  build: ({ db }) =>
    db
      .selectFrom("idempotency")
      .select(["request_hash", "response"])
      .where("actor", "=", arg<string>("actor"))
      .where("request_key", "=", arg<string>("key")),
};
