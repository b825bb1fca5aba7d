/** Whether a consumer has dealt with a message, and what it answered. */
import { arg, type Operation } from "../operation.ts";

export const findConsumed: Operation = {
  name: "find consumed",
  takes: ["consumer", "messageId"],
  build: ({ db }) =>
    db
      .selectFrom("inbox")
      .select("response")
      .where("consumer", "=", arg<string>("consumer"))
      .where("message_id", "=", arg<string>("messageId")),
};
