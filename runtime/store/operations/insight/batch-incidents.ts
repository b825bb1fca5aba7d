/** Open incidents whose message was about a batch. */
import { arg, type Operation } from "../operation.ts";

export const batchIncidents: Operation = {
  name: "batch incidents",
  takes: ["batch", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("incidents")
        .select(["id", "message_id", "reason", "opened_at"])
        .where("closed_at", "is", null)
        .where("batch_id", "=", arg<number>("batch"))
        .orderBy("id"),
      arg("most"),
    ),
};
