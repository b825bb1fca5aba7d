/** Which batch no longer holds each of these members, whose keys are a JSON list, but is not done
 *  with them: a job is out, or something is still to be undone (R36). The latest comes last. */
import { sql } from "kysely";
import { notDoneWith } from "../batch/not-done-with.ts";
import { arg, type Operation } from "../operation.ts";

export const drainingMembers: Operation = {
  name: "draining members",
  takes: ["name", "keys"],
  build: ({ db, flavour }) =>
    db
      .selectFrom("member_rows as m")
      .select(["m.member_key", "m.batch_id"])
      .where("m.runbook_name", "=", arg<string>("name"))
      .where("m.holds_key", "=", 0)
      .where(sql<boolean>`m.member_key in ${flavour.textsOf(arg("keys"))}`)
      .where(notDoneWith("m"))
      .orderBy("m.batch_id"),
};
