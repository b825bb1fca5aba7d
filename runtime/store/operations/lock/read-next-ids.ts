/** The next free id of each table. */
import type { Operation } from "../operation.ts";

export const readNextIds: Operation = {
  name: "read next ids",
  takes: [],
  build: ({ db }) => db.selectFrom("id_counters").select(["name", "next_id"]).orderBy("name"),
};
