/** Takes a lease that nobody else has, under a higher token. One that is held for longer than it
 *  can be taken for was taken before the clock was set back: nobody waits for its end, and whoever
 *  still has it finds a higher token (I32). */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const acquireLease: Operation = {
  name: "acquire lease",
  takes: ["owner", "until", "name", "now"],
  build: ({ flavour }) =>
    flavour.updateReturning({
      table: "leases",
      set: sql`owner = ${arg("owner")}, token = token + 1, held_until = ${arg("until")}`,
      where: sql`name = ${arg("name")}
        and (held_until <= ${arg("now")} or held_until > ${arg("until")}
          or owner = ${arg("owner")})`,
      columns: ["token"],
    }),
};
