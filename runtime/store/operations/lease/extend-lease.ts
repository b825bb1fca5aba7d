/** Moves the end of a lease that is still held under this token: further on, or to now. */
import { arg, type Operation } from "../operation.ts";

export const extendLease: Operation = {
  name: "extend lease",
  takes: ["until", "name", "owner", "token", "now"],
  build: ({ db }) =>
    db
      .updateTable("leases")
      .set({ held_until: arg<string>("until") })
      .where("name", "=", arg<string>("name"))
      .where("owner", "=", arg<string>("owner"))
      .where("token", "=", arg<number>("token"))
      .where("held_until", ">", arg<string>("now")),
};
