/** Every batch's share of one limit. */
import { sql } from "kysely";
import { rowsWhere } from "../load/load-rows.ts";
import { arg, type Operation } from "../operation.ts";

export const slotsOfLimit: Operation = {
  name: "slots of limit",
  takes: ["key"],
  build: () => rowsWhere("slots", sql`limit_key = ${arg("key")}`, sql`batch_id`),
};
