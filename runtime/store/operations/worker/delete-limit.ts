/** Lifts a limit. */
import { arg, type Operation } from "../operation.ts";

export const deleteLimit: Operation = {
  name: "delete limit",
  takes: ["key"],
  build: ({ db }) => db.deleteFrom("slot_limits").where("limit_key", "=", arg<string>("key")),
};
