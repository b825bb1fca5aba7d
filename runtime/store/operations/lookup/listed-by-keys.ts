/** The members of a batch that have these keys, a JSON list, as they are listed. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const listedByKeys: Operation = {
  name: "listed by keys",
  takes: ["batch", "keys"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows")
      .select(["id", "member_key", "status", "generation", "data_json", "waits_for"])
      .where("batch_id", "=", arg<number>("batch"))
      .where(sql<boolean>`member_key in ${flavour.textsOf(arg("keys"))}`)
      .orderBy("id"),
};
