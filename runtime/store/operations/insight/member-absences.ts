/** Which of these members are missing from the source, and for how many looks in a row. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const memberAbsences: Operation = {
  name: "member absences",
  takes: ["ids"],
  build: ({ flavour }) =>
    sql`select m.id, a.misses from member_rows m
    inner join absences a on a.runbook_name = m.runbook_name and a.member_key = m.member_key
    where m.id in ${flavour.numbersOf(arg("ids"))}`,
};
