/** Whether a lease is still held under this token. A write, so that nobody takes the lease over
 *  before the transaction that relies on it has ended (I32). */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const checkLease: Operation = {
  name: "check lease",
  takes: ["name", "owner", "token", "now"],
  build: ({ db, flavour }) =>
    db
      .updateTable("leases")
      .set({ token: sql`token` })
      .where("name", "=", arg<string>("name"))
      .where("owner", "=", arg<string>("owner"))
      .where("token", "=", arg<number>("token"))
      .where("held_until", ">", flavour.now),
};
