/** The oldest executions of a batch that wait for one thing, and whose they are. */
import { arg, type Operation } from "../operation.ts";

export const parkedExecutions: Operation = {
  name: "parked executions",
  takes: ["batch", "waitingFor", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("execution_rows")
        .select("member_id")
        .where("batch_id", "=", arg<number>("batch"))
        .where("waiting_for", "=", arg<string>("waitingFor"))
        .orderBy("id"),
      arg("most"),
    ),
};
