/** New batches. Their key is unique in their runbook (I2, R35). */
import { insertRows } from "../write/insert-rows.ts";
import { BATCH_COLUMNS } from "./batch-columns.ts";

export const insertBatches = insertRows("batch_rows", [
  ...BATCH_COLUMNS,
  "revision",
  "detected_at",
  "created_by",
]);
