/** All steps of members of any batch, with the names they go by, for whoever searches. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const stepsOfMembers: Operation = {
  name: "steps of members",
  takes: ["batch", "members"],
  build: ({ flavour }) =>
    sql`select r.id, r.member_id, r.step_name, r.phase_name, r.status, r.dispatched_at,
    r.completed_at, r.error_message, e.error_json
    from step_report r inner join execution_rows e on e.id = r.id
    where r.batch_id = ${arg("batch")} and r.member_id in ${flavour.numbersOf(arg("members"))}`,
};
