/** A read-only view for readers of the old data tables: the six system columns over the
 *  members of one runbook version, and their data as it is kept. Its name was made from the
 *  runbook's and is held to letters, digits and underscores before it becomes part of a text.
 *  `_last_seen_at` is the last time a tick changed the row: one that changed nothing writes
 *  nothing. */
import { sql } from "kysely";
import type { Operation } from "../operation.ts";

const SAFE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

export function dataView(name: string, runbookName: string, version: number): Operation {
  if (!SAFE_NAME.test(name)) throw new Error("the name of a data view has other characters");
  return {
    name: `data view ${name}`,
    takes: [],
    build: () =>
      sql`create view ${sql.table(name)} as
      select m.id as _row_id, m.member_key as _member_key, b.batch_start_time as _batch_time,
        m.added_at as _first_seen_at,
        coalesce(m.removed_at, m.refreshed_at, m.added_at) as _last_seen_at,
        case when m.status = 'active' then 1 else 0 end as _is_current, m.data_json
      from member_rows m inner join batch_rows b on b.id = m.batch_id
      where b.runbook_name = ${sql.lit(runbookName)} and b.version = ${sql.lit(version)}`,
  };
}
