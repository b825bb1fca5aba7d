/** The incident of one place in the bus: topic, subscription and number. */
import { arg, type Operation } from "../operation.ts";

export const findIncident: Operation = {
  name: "find incident",
  takes: ["topic", "subscription", "number"],
  build: ({ db }) =>
    db
      .selectFrom("incidents")
      .select("id")
      .where("topic", "=", arg<string>("topic"))
      .where("subscription", "=", arg<string>("subscription"))
      .where("sequence_number", "=", arg<number>("number")),
};
