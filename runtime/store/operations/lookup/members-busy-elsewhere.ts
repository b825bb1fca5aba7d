/** Members of a batch with whom another batch of the runbook is not done, although it let them go
 *  (R36). Whom is meant: members by their ids, or by the ids of their executions; JSON lists. */
import { sql } from "kysely";
import { busyElsewhere } from "../batch/not-done-with.ts";
import { arg, type Operation } from "../operation.ts";

export const membersBusyElsewhere: Operation = {
  name: "members busy elsewhere",
  takes: ["batch", "members", "executions"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows as m")
      .select(["m.id", busyElsewhere("m").as("other_batch_id")])
      .where("m.batch_id", "=", arg<number>("batch"))
      .where(
        sql<boolean>`(m.id in ${flavour.numbersOf(arg("members"))} or m.id in (
          select x.member_id from execution_rows x
          where x.id in ${flavour.numbersOf(arg("executions"))}))`,
      )
      .where(sql<boolean>`${busyElsewhere("m")} is not null`)
      .orderBy("m.id"),
};
