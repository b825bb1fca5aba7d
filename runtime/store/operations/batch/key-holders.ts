/** Which live batch of a runbook has each of these members, whose keys are a JSON list (I2). */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const keyHolders: Operation = {
  name: "key holders",
  takes: ["name", "keys"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows")
      .select(["member_key", "batch_id"])
      .where("runbook_name", "=", arg<string>("name"))
      .where("holds_key", "=", 1)
      .where(sql<boolean>`member_key in ${flavour.textsOf(arg("keys"))}`)
      .orderBy("member_key"),
};
