/** The other batch of the runbook that holds the member of an execution, if one does (R36). */
import { arg, type Operation } from "../operation.ts";

export const memberHeldElsewhere: Operation = {
  name: "member held elsewhere",
  takes: ["batch", "execution"],
  build: ({ db }) =>
    db
      .selectFrom("execution_rows as e")
      .innerJoin("member_rows as m", "m.id", "e.member_id")
      .innerJoin("member_rows as o", (on) =>
        on
          .onRef("o.runbook_name", "=", "m.runbook_name")
          .onRef("o.member_key", "=", "m.member_key")
          .onRef("o.batch_id", "<>", "m.batch_id"),
      )
      .select("o.batch_id")
      .where("e.id", "=", arg<number>("execution"))
      .where("e.batch_id", "=", arg<number>("batch"))
      .where("o.holds_key", "=", 1),
};
