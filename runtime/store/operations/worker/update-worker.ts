/** A worker reports again, perhaps with other functions. */
import { arg, type Operation } from "../operation.ts";

export const updateWorker: Operation = {
  name: "update worker",
  takes: ["manifest", "at", "worker"],
  build: ({ db }) =>
    db
      .updateTable("workers")
      .set({ manifest_json: arg<string>("manifest"), last_seen: arg<string>("at") })
      .where("worker_id", "=", arg<string>("worker")),
};
