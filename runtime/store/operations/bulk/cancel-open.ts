/** Cancels the open executions of a batch that undo nothing, except those listed. One whose job is
 *  out keeps its due time and drains (R39). The guard is read off the table of arrows (R24). */
import { sql } from "kysely";
import { CANCELLABLE_STEP_STATUSES } from "../../../domain/step.ts";
import { arg, type Operation } from "../operation.ts";

export const cancelOpen: Operation = {
  name: "cancel open executions",
  takes: ["at", "batch", "except"],
  build: ({ db, flavour }) =>
    db
      .updateTable("execution_rows")
      .set({
        status: "cancelled",
        due_at: sql`case when outstanding = 1 then due_at end`,
        waiting_for: null,
        held: 0,
        completed_at: arg<string>("at"),
      })
      .where("batch_id", "=", arg<number>("batch"))
      .where("status", "in", CANCELLABLE_STEP_STATUSES)
      .where("kind", "not in", ["rollback", "removal"])
      .where(sql<boolean>`id not in ${flavour.numbersOf(arg("except"))}`),
};
