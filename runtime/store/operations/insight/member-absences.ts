/** Which of these members are to leave as soon as an operator approves it. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const memberAbsences: Operation = {
  name: "member absences",
  takes: ["ids"],
  build: ({ flavour }) =>
    sql`select m.id from member_rows m
    inner join absences a on a.runbook_name = m.runbook_name and a.member_key = m.member_key
    where a.held = 1 and m.id in ${flavour.numbersOf(arg("ids"))}`,
};
