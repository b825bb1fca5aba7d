/** All slots of some batches, which a JSON list names. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { rowsWhere } from "./load-rows.ts";

export const loadSlots: Operation = {
  name: "load slots",
  takes: ["batches"],
  build: ({ flavour }) =>
    rowsWhere(
      "slots",
      sql`batch_id in ${flavour.numbersOf(arg("batches"))}`,
      sql`batch_id, limit_key`,
    ),
};
