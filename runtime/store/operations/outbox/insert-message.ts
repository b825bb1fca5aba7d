/** A message to be published, claimed by whoever commits it. */
import type { Operation } from "../operation.ts";

const COLUMNS = [
  "topic",
  "message_id",
  "body",
  "properties_json",
  "not_before",
  "owner",
  "claimed_until",
] as const;

export const insertMessage: Operation = {
  name: "insert message",
  takes: COLUMNS,
  build: ({ flavour }) => flavour.insertReturningId("outbox", COLUMNS),
};
