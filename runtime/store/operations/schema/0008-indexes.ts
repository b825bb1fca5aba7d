/** Ways to rows that were found by reading a whole table or sorting a whole batch: the members of
 *  a batch in the order of their ids, who has a share of a limit, and of which limits there are
 *  shares. None of their columns changes while steps run. */
import type { TableIndex } from "./table.ts";

export const LATER_INDEXES: readonly TableIndex[] = [
  { table: "member_rows", name: "ix_member_rows_order", columns: ["batch_id", "id"] },
  { table: "slots", name: "ix_slots_limit", columns: ["limit_key", "batch_id"] },
  {
    table: "slots",
    name: "ix_slots_dealt",
    columns: ["limit_key"],
    where: { column: "granted", is: "not null" },
  },
];
