/** A worker reports for the first time. */
import { insertRows } from "../write/insert-rows.ts";

export const insertWorker = insertRows("workers", ["manifest_json", "last_seen", "worker_id"]);
