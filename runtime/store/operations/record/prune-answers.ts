/** Forgets old answers, the oldest first: about so many, since those of one instant go together. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const pruneAnswers: Operation = {
  name: "prune answers",
  takes: ["before", "most"],
  build: ({ db, flavour }) => {
    const oldest = flavour.firstRows(
      db
        .selectFrom("idempotency")
        .select("at")
        .where("at", "<", arg<string>("before"))
        .orderBy("at"),
      arg("most"),
    );
    return sql`delete from idempotency where at <= (select max(o.at) from (${oldest}) o)`;
  },
};
