/** What is open on the whole platform, the oldest first. */
import { arg, type Operation } from "../operation.ts";

export const openAttentionPage: Operation = {
  name: "open attention page",
  takes: ["most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("attention")
        .select(["subject", "batch_id", "reason", "actions_json", "opened_at"])
        .where("closed_at", "is", null)
        .orderBy("opened_at")
        .orderBy("id"),
      arg("most"),
    ),
};
