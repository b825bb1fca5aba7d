/** Which batch no longer holds each of these members, whose keys are a JSON list, but is not done
 *  with them: a job is out, or something is still to be undone (R36). The latest comes last. */
import { type RawBuilder, sql } from "kysely";
import { OPEN_STEP_STATUSES } from "../../../domain/step.ts";
import { arg, type Operation } from "../operation.ts";

const OPEN: RawBuilder<unknown> = sql.join(OPEN_STEP_STATUSES.map((status) => sql.lit(status)));

export const drainingMembers: Operation = {
  name: "draining members",
  takes: ["name", "keys"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows as m")
      .select(["m.member_key", "m.batch_id"])
      .where("m.runbook_name", "=", arg<string>("name"))
      .where("m.holds_key", "=", 0)
      .where(sql<boolean>`m.member_key in ${flavour.textsOf(arg("keys"))}`)
      .where(
        sql<boolean>`exists (select 1 from execution_rows e
          where e.batch_id = m.batch_id and e.member_id = m.id
            and (e.outstanding = 1 or e.kind in ('rollback', 'removal')
              and (e.held = 1 or e.status in (${OPEN}))))`,
      )
      .orderBy("m.batch_id"),
};
