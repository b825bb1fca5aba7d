/** A worker is there still. */
import { arg, type Operation } from "../operation.ts";

export const noteSeen: Operation = {
  name: "note seen worker",
  takes: ["at", "worker"],
  build: ({ db }) =>
    db
      .updateTable("workers")
      .set({ last_seen: arg<string>("at") })
      .where("worker_id", "=", arg<string>("worker")),
};
