/** Active members who wait for a batch that is done with them: there is no row of theirs in it that
 *  is still held, has a job out, or has something to undo (R36). What undoes is open as the core
 *  says it: held, or not ended. */
import { type RawBuilder, sql } from "kysely";
import { OPEN_STEP_STATUSES } from "../../../domain/step.ts";
import { arg, type Operation } from "../operation.ts";

const OPEN: RawBuilder<unknown> = sql.join(OPEN_STEP_STATUSES.map((status) => sql.lit(status)));

export const waitingMembers: Operation = {
  name: "waiting members",
  takes: ["most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("member_rows as m")
        .select(["m.batch_id", "m.id", "m.waits_for"])
        .where("m.waits_for", "is not", null)
        .where("m.holds_key", "=", 1)
        .where(
          sql<boolean>`not exists (select 1 from member_rows h
            where h.batch_id = m.waits_for and h.member_key = m.member_key
              and (h.holds_key = 1 or exists (
                select 1 from execution_rows e
                where e.batch_id = h.batch_id and e.member_id = h.id
                  and (e.outstanding = 1 or e.kind in ('rollback', 'removal')
                    and (e.held = 1 or e.status in (${OPEN}))))))`,
        )
        .orderBy("m.id"),
      arg("most"),
    ),
};
