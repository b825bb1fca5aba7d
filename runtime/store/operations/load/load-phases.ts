/** All phases of some batches, which a JSON list names. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { rowsWhere } from "./load-rows.ts";

export const loadPhases: Operation = {
  name: "load phases",
  takes: ["batches"],
  build: ({ flavour }) =>
    rowsWhere("phases", sql`batch_id in ${flavour.numbersOf(arg("batches"))}`, sql`id`),
};
