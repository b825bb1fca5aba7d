/** Which members of a batch have these keys, given as a JSON list. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const membersByKeys: Operation = {
  name: "members by keys",
  takes: ["batch", "keys"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows")
      .select("id")
      .where("batch_id", "=", arg<number>("batch"))
      .where(sql<boolean>`member_key in ${flavour.textsOf(arg("keys"))}`)
      .orderBy("id"),
};
