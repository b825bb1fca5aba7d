/** Active members who wait for a batch that is done with them: there is no row of theirs in it that
 *  is still held, has a job out, or has something to undo (R36). Another batch may not be done
 *  with them, when they moved more than once: it is named beside. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { busyElsewhere, notDoneWith } from "./not-done-with.ts";

export const waitingMembers: Operation = {
  name: "waiting members",
  takes: ["most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("member_rows as m")
        .select(["m.batch_id", "m.id", "m.waits_for"])
        .select(busyElsewhere("m").as("next_batch_id"))
        .where("m.waits_for", "is not", null)
        .where("m.holds_key", "=", 1)
        .where(
          sql<boolean>`not exists (select 1 from member_rows h
            where h.batch_id = m.waits_for and h.member_key = m.member_key
              and (h.holds_key = 1 or ${notDoneWith("h")}))`,
        )
        .orderBy("m.id"),
      arg("most"),
    ),
};
