/** Makes parked executions of a batch due, except those listed. A phase of 0 means all phases. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const wake: Operation = {
  name: "wake executions",
  takes: ["at", "batch", "waitingFor", "phase", "except"],
  build: ({ db, flavour }) =>
    db
      .updateTable("execution_rows")
      .set({ waiting_for: null, due_at: arg<string>("at") })
      .where("batch_id", "=", arg<number>("batch"))
      .where("waiting_for", "=", arg<string>("waitingFor"))
      .where(sql<boolean>`(${arg("phase")} = 0 or phase_id = ${arg("phase")})`)
      .where(sql<boolean>`id not in ${flavour.numbersOf(arg("except"))}`),
};
