/** Failed members after one of them: of the whole batch when the phase is 0, otherwise those with
 *  a step of that phase that failed in their present generation. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const failedMembers: Operation = {
  name: "failed members",
  takes: ["batch", "phase", "after", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("member_rows as m")
        .select(["m.id"])
        .where("m.batch_id", "=", arg<number>("batch"))
        .where("m.status", "=", "failed")
        .where("m.id", ">", arg<number>("after"))
        .where(
          sql<boolean>`(${arg("phase")} = 0 or exists (select 1 from execution_rows e
            where e.batch_id = m.batch_id and e.member_id = m.id
              and e.generation = m.generation and e.phase_id = ${arg("phase")}
              and e.status in ('failed', 'poll_timeout', 'rolled_back')))`,
        )
        .orderBy("m.id"),
      arg("most"),
    ),
};
