/** One incident, by id. */
import { arg, type Operation } from "../operation.ts";
import { INCIDENT_COLUMNS } from "./incident-columns.ts";

export const readIncident: Operation = {
  name: "read incident",
  takes: ["id"],
  build: ({ db }) =>
    db.selectFrom("incidents").select(INCIDENT_COLUMNS).where("id", "=", arg<number>("id")),
};
