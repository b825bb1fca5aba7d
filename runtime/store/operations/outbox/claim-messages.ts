/** Claims messages whose claim has run out, the oldest claims first (R07). The row itself is asked
 *  again: a relay that waited for another finds them by an older snapshot (RCSI), and must not take
 *  what the other has taken. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const claimMessages: Operation = {
  name: "claim messages",
  takes: ["owner", "until", "now", "most"],
  build: ({ db, flavour }) => {
    const free = flavour.firstRows(
      db
        .selectFrom("outbox")
        .select("id")
        .where("claimed_until", "<=", arg<string>("now"))
        .orderBy("claimed_until")
        .orderBy("id"),
      arg("most"),
    );
    return flavour.updateReturning({
      table: "outbox",
      set: sql`owner = ${arg("owner")}, claimed_until = ${arg("until")}`,
      where: sql`claimed_until <= ${arg("now")} and id in (${free})`,
      columns: ["id", "topic", "message_id", "body", "properties_json", "not_before"],
    });
  },
};
