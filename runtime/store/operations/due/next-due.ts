/** The earliest instant at which anything will be due, and the time by the same clock. */
import { sql } from "kysely";
import type { Operation } from "../operation.ts";

export const nextDue: Operation = {
  name: "next due",
  takes: ["now"],
  build: ({ flavour }) =>
    sql`select min(d.due_at), ${flavour.now} from (
      select min(due_at) as due_at from execution_rows where due_at is not null
      union all select min(due_at) from slots where due_at is not null
      union all select min(p.due_at) from phase_rows p inner join batch_rows b on b.id = p.batch_id
        where p.due_at is not null and p.status = 'pending' and b.status = 'active') d`,
};
