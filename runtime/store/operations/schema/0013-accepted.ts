/** How many of a phase's failures a resuming operator has accepted: they no longer count against
 *  the share that may fail. Of phases under way when this comes, none are. */
import type { AddedColumn } from "./added-column.ts";
import { number } from "./column-kinds.ts";

export const ACCEPTED_COLUMNS: readonly AddedColumn[] = [
  { table: "phase_rows", column: "failures_accepted", definition: number, before: 0 },
];
