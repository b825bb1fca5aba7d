/** Closes what is open for the held executions that are about to be let go. The subject is the
 *  one the core gives a step. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const closeHeldAttention: Operation = {
  name: "close attention of held executions",
  takes: ["at", "batch", "except"],
  build: ({ flavour }) =>
    sql`update attention set closed_at = ${arg("at")}
    where batch_id = ${arg("batch")} and closed_at is null and subject in (
      select concat('step:', e.id) from execution_rows e
      where e.batch_id = ${arg("batch")} and e.held = 1 and e.kind not in ('rollback', 'removal')
        and e.id not in ${flavour.numbersOf(arg("except"))})`,
};
