/** Whether somebody has accepted a member's failure: how often failures were accepted in a batch,
 *  and how often they had been when the member failed. Of those who failed before this came,
 *  nobody is known to be accepted. */
import type { AddedColumn } from "./added-column.ts";
import { number } from "./column-kinds.ts";

export const ACCEPTANCE_COLUMNS: readonly AddedColumn[] = [
  { table: "batch_rows", column: "acceptances", definition: number, before: 0 },
  { table: "member_rows", column: "failed_after", definition: number, before: 0 },
];
