/** Until when a lease is or was held. */
import { arg, type Operation } from "../operation.ts";

export const leaseEnd: Operation = {
  name: "lease end",
  takes: ["name"],
  build: ({ db }) =>
    db.selectFrom("leases").select(["held_until"]).where("name", "=", arg<string>("name")),
};
