/** Where the engine's tables are kept, and by which columns one of their rows is found. */
import type { TableName } from "../../domain/engine/writes.ts";
import type { TableInSchema } from "./flavour.ts";

export type Place = { readonly table: TableInSchema; readonly key: readonly string[] };

/** All but the batch itself are found within their batch: a row of another one is no match. */
export const PLACES: { readonly [Name in TableName]: Place } = {
  batches: { table: "batch_rows", key: ["id"] },
  phases: { table: "phase_rows", key: ["id", "batch_id"] },
  members: { table: "member_rows", key: ["id", "batch_id"] },
  executions: { table: "execution_rows", key: ["id", "batch_id"] },
  slots: { table: "slots", key: ["limit_key", "batch_id"] },
};
