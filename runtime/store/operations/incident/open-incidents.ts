/** Open incidents in the order of their ids, after one of them. */
import { arg, type Operation } from "../operation.ts";
import { INCIDENT_COLUMNS } from "./incident-columns.ts";

export const openIncidents: Operation = {
  name: "open incidents",
  takes: ["after", "most"],
  build: ({ db, flavour }) =>
    flavour.firstRows(
      db
        .selectFrom("incidents")
        .select(INCIDENT_COLUMNS)
        .where("id", ">", arg<number>("after"))
        .where("closed_at", "is", null)
        .orderBy("id"),
      arg("most"),
    ),
};
