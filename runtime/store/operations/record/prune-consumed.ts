/** Forgets messages dealt with long ago, the oldest first: about so many, since those of one
 *  instant go together. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const pruneConsumed: Operation = {
  name: "prune consumed",
  takes: ["before", "most"],
  build: ({ db, flavour }) => {
    const oldest = flavour.firstRows(
      db.selectFrom("inbox").select("at").where("at", "<", arg<string>("before")).orderBy("at"),
      arg("most"),
    );
    return sql`delete from inbox where at <= (select max(o.at) from (${oldest}) o)`;
  },
};
