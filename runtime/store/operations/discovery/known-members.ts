/** Members of a batch as discovery compares them, in the order of their keys, after one of them. */
import { arg, type Operation } from "../operation.ts";

export const knownMembers: Operation = {
  name: "known members",
  takes: ["batch", "after", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("member_rows")
        .select(["id", "member_key", "status", "generation", "data_json", "removal_approved"])
        .where("batch_id", "=", arg<number>("batch"))
        .where("member_key", ">", arg<string>("after"))
        .orderBy("member_key"),
      arg("most"),
    ),
};
