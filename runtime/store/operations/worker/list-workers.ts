/** All registered workers. */
import type { Operation } from "../operation.ts";

export const listWorkers: Operation = {
  name: "list workers",
  takes: [],
  build: ({ db }) =>
    db.selectFrom("workers").select(["manifest_json", "last_seen"]).orderBy("worker_id"),
};
