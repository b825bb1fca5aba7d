/** Published messages leave, by a JSON list of their ids. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const deleteMessages: Operation = {
  name: "delete messages",
  takes: ["ids"],
  build: ({ db, flavour }) =>
    db.deleteFrom("outbox").where(sql<boolean>`id in ${flavour.numbersOf(arg("ids"))}`),
};
