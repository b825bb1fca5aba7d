/** How many open incidents fit; an argument that is null asks for nothing. */
import { type RawBuilder, sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

const fits = (column: string): RawBuilder<unknown> =>
  sql`(${arg(column)} is null or ${sql.ref(column)} = ${arg(column)})`;

export const countFitting: Operation = {
  name: "count fitting incidents",
  takes: ["topic", "subscription", "batch_id", "reason", "most"],
  build: ({ flavour }) =>
    sql`select count(*) from (${flavour.firstOf(
      sql`select id from incidents where closed_at is null and ${fits("topic")}
      and ${fits("subscription")} and ${fits("batch_id")} and ${fits("reason")} order by id`,
      arg("most"),
    )}) as counted`,
};
