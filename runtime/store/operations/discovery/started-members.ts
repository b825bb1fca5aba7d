/** For which of these members, a JSON list of ids, a step of a phase was ever sent. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const startedMembers: Operation = {
  name: "started members",
  takes: ["ids"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows as m")
      .select(["m.id"])
      .where(sql<boolean>`m.id in ${flavour.numbersOf(arg("ids"))}`)
      .where(
        sql<boolean>`exists (select 1 from execution_rows e
          where e.batch_id = m.batch_id and e.member_id = m.id
            and e.generation = m.generation and e.phase_id <> 0
            and e.dispatched_at is not null)`,
      )
      .orderBy("m.id"),
};
