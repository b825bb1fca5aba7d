/** Ways to who failed, to a member by how its key begins, and to the logs by time. None of their
 *  columns changes while steps run: members fail once, and a log's row is written once. */
import type { TableIndex } from "./table.ts";

const FAILED = { column: "failed_at", is: "not null" } as const;

export const INSIGHT_INDEXES: readonly TableIndex[] = [
  {
    table: "member_rows",
    name: "ix_member_rows_failed",
    columns: ["batch_id", "failed_at", "id"],
    where: FAILED,
  },
  {
    table: "member_rows",
    name: "ix_member_rows_failures",
    columns: ["failed_at", "id"],
    where: FAILED,
  },
  { table: "event_chunks", name: "ix_event_chunks_at", columns: ["at", "batch_id", "last_seq"] },
];
