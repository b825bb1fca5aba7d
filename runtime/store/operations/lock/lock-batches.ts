/** Locks batches: the first statement of a transaction, and a write, so that it waits for whoever
 *  has them and everything read afterwards is theirs (R04). It answers with what it found and
 *  with the time. Takes the ids as a JSON list, ascending, so that two lockers cannot cross. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const lockBatches: Operation = {
  name: "lock batches",
  takes: ["ids", "now"],
  build: ({ flavour }) =>
    flavour.updateReturning({
      table: "batch_rows",
      set: sql`revision = revision + 1`,
      where: sql`id in ${flavour.numbersOf(arg("ids"))}`,
      columns: ["id", "runbook_name", "revision", "fence", "event_seq"],
      also: sql`${flavour.now} as now`,
    }),
};
