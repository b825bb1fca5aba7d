/** Members of a batch in the order of their ids: without it a page of them sorts the whole batch. */
import type { IndexDefinition } from "./table.ts";

export const MEMBER_ORDER: IndexDefinition = {
  name: "ix_member_rows_order",
  columns: ["batch_id", "id"],
};
