/** Steps as people are shown them: the contract's row with the names of its phase and member, so
 *  that a page of steps is one statement. */
import { type RawBuilder, sql } from "kysely";
import type { TableIndex } from "./table.ts";
import { sharedColumns, WITH_PLANS } from "./views.ts";
import type { Words } from "./words.ts";

/** Lists of batches, narrowed, begin at any place without sorting all that fit. */
export const REPORT_INDEXES: readonly TableIndex[] = [
  { table: "batch_rows", name: "ix_batch_rows_runbook", columns: ["runbook_name", "id"] },
  { table: "batch_rows", name: "ix_batch_rows_state", columns: ["status", "id"] },
];

export const stepReport = (words: Words): RawBuilder<unknown> =>
  sql`select e.id, e.kind, e.batch_id, e.member_id, nullif(e.phase_id, 0) as phase_execution_id,
    nullif(e.member_id, 0) as batch_member_id, p.phase_name, m.member_key,
    ${sharedColumns(words)}
    ${WITH_PLANS}
    left join member_rows m on m.id = e.member_id`;
