/** A batch's log in order, after one of its numbers. */
import { arg, type Operation } from "../operation.ts";

export const readEvents: Operation = {
  name: "read events",
  takes: ["batch", "after", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("events")
        .select([
          "batch_id",
          "seq",
          "at",
          "actor",
          "cause",
          "type",
          "member_id",
          "execution_id",
          "phase_id",
          "from_status",
          "to_status",
          "next_id",
          "detail_json",
        ])
        .where("batch_id", "=", arg<number>("batch"))
        .where("seq", ">", arg<number>("after"))
        .orderBy("seq"),
      arg("most"),
    ),
};
