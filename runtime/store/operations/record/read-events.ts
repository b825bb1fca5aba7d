/** The rows of a batch's log in order that hold anything after one of its numbers. */
import { arg, type Operation } from "../operation.ts";

export const readEvents: Operation = {
  name: "read events",
  takes: ["batch", "after", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("event_chunks")
        .select(["batch_id", "first_seq", "at", "events_json"])
        .where("batch_id", "=", arg<number>("batch"))
        .where("last_seq", ">", arg<number>("after"))
        .orderBy("last_seq"),
      arg("most"),
    ),
};
