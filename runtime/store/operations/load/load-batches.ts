/** Batches, by a JSON list of ids. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";
import { rowsWhere } from "./load-rows.ts";

export const loadBatches: Operation = {
  name: "load batches",
  takes: ["ids"],
  build: ({ flavour }) =>
    rowsWhere("batches", sql`id in ${flavour.numbersOf(arg("ids"))}`, sql`id`),
};
