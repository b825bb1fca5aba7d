/** Rows of a batch's log, the newest first, that hold anything before one of its numbers. */
import { arg, type Operation } from "../operation.ts";

export const newestChunks: Operation = {
  name: "newest chunks",
  takes: ["batch", "before", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("event_chunks")
        .select(["batch_id", "first_seq", "at", "events_json"])
        .where("batch_id", "=", arg<number>("batch"))
        .where("first_seq", "<", arg<number>("before"))
        .orderBy("last_seq", "desc"),
      arg("most"),
    ),
};
