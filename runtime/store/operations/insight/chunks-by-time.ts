/** Rows of every log, of all batches and of the platform, the newest first, up to a time. */
import { arg, type Operation } from "../operation.ts";

export const chunksByTime: Operation = {
  name: "chunks by time",
  takes: ["from", "to", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("event_chunks")
        .select(["batch_id", "first_seq", "at", "events_json"])
        .where("at", ">=", arg<string>("from"))
        .where("at", "<=", arg<string>("to"))
        .orderBy("at", "desc")
        .orderBy("batch_id", "desc")
        .orderBy("last_seq", "desc"),
      arg("most"),
    ),
};
