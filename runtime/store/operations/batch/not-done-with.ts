/** That a batch is not done with one of its members: a job is out, or something is still to be
 *  undone (R36). What undoes is open as the core says it: held, or not ended. */
import { type RawBuilder, sql } from "kysely";
import { OPEN_STEP_STATUSES } from "../../../domain/step.ts";

const OPEN: RawBuilder<unknown> = sql.join(OPEN_STEP_STATUSES.map((status) => sql.lit(status)));

/** `member` is the name of a row of `member_rows` in the statement around it. */
export const notDoneWith = (member: string): RawBuilder<boolean> => {
  const own = (column: string): RawBuilder<unknown> => sql.ref(`${member}.${column}`);
  return sql<boolean>`exists (select 1 from execution_rows e
    where e.batch_id = ${own("batch_id")} and e.member_id = ${own("id")}
      and (e.outstanding = 1 or e.kind in ('rollback', 'removal')
        and (e.held = 1 or e.status in (${OPEN}))))`;
};

/** The latest other batch of the runbook that let the same member go and is not done with it. */
export const busyElsewhere = (member: string): RawBuilder<number | null> => {
  const own = (column: string): RawBuilder<unknown> => sql.ref(`${member}.${column}`);
  return sql<number | null>`(select max(o.batch_id) from member_rows o
    where o.runbook_name = ${own("runbook_name")} and o.member_key = ${own("member_key")}
      and o.batch_id <> ${own("batch_id")} and o.holds_key = 0 and ${notDoneWith("o")})`;
};
