/** The columns of a batch with its key, in the order in which it is read. */
import { columnNames } from "../row-codec.ts";

export const BATCH_COLUMNS: readonly string[] = [...columnNames("batches"), "batch_key"];
