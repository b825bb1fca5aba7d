/** Who failed in a phase after it had ended, and who passed it and began anew since: what the share
 *  that may fail is taken of. Of those who were late before this came, none are known. */
import type { AddedColumn } from "./added-column.ts";
import { number } from "./column-kinds.ts";

export const LATE_COLUMNS: readonly AddedColumn[] = [
  { table: "phase_rows", column: "late_failed", definition: number, before: 0 },
  { table: "phase_rows", column: "late_withdrawn", definition: number, before: 0 },
];
