/** A lease nobody ever had, expired from the start: whoever acquires it takes it from nobody. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const insertLease: Operation = {
  name: "insert lease",
  takes: ["name", "at"],
  build: () =>
    sql`insert into leases (name, owner, token, held_until)
    select ${arg("name")}, '', 0, ${arg("at")}
    where not exists (select 1 from leases where name = ${arg("name")})`,
};
