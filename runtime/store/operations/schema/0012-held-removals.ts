/** A removal that is held stays held: which ones are, and how many members there were when an
 *  absence began. What was noted before is taken for held, which asks a person at worst. */
import type { AddedColumn } from "./added-column.ts";
import { flag, maybeNumber } from "./column-kinds.ts";

export const ABSENCE_COLUMNS: readonly AddedColumn[] = [
  { table: "absences", column: "among", definition: maybeNumber },
  { table: "absences", column: "held", definition: flag, before: 1 },
];
