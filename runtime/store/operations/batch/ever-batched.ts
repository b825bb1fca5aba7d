/** Which of these keys, a JSON list, any batch of a runbook ever had (R34, I25). */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const everBatched: Operation = {
  name: "ever batched",
  takes: ["name", "keys"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows")
      .select("member_key")
      .distinct()
      .where("runbook_name", "=", arg<string>("name"))
      .where(sql<boolean>`member_key in ${flavour.textsOf(arg("keys"))}`)
      .orderBy("member_key"),
};
