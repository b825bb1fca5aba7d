/** Phases that fall due next, of batches that have not ended. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const nextPhases: Operation = {
  name: "next phases",
  takes: ["most"],
  build: ({ flavour }) =>
    flavour.firstOf(
      sql`select p.batch_id, b.runbook_name, p.id, p.phase_name, p.due_at, b.active_members
      from phase_rows p inner join batch_rows b on b.id = p.batch_id
      where p.status = 'pending' and p.due_at is not null
      and b.status in ('detected', 'init_dispatched', 'active')
      order by p.due_at, p.id`,
      arg("most"),
    ),
};
