/** Which of these members, a JSON list of ids, are through: every phase of their batch has begun
 *  or is over, each of their steps is passed, and nothing of theirs is still being undone. */
import { sql } from "kysely";
import { notDoneWith } from "../batch/not-done-with.ts";
import { arg, type Operation } from "../operation.ts";

const ownSteps = sql`execution_rows e
  where e.batch_id = m.batch_id and e.member_id = m.id
    and e.generation = m.generation and e.phase_id <> 0`;

export const throughMembers: Operation = {
  name: "through members",
  takes: ["ids"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows as m")
      .select(["m.id"])
      .where(sql<boolean>`m.id in ${flavour.numbersOf(arg("ids"))}`)
      .where(sql<boolean>`exists (select 1 from ${ownSteps})`)
      .where(
        sql<boolean>`not exists (select 1 from ${ownSteps}
          and e.status <> 'succeeded' and e.skipped = 0)`,
      )
      .where(
        sql<boolean>`not exists (select 1 from phase_rows p
          where p.batch_id = m.batch_id and p.status = 'pending')`,
      )
      .where(sql<boolean>`not ${notDoneWith("m")}`)
      .orderBy("m.id"),
};
