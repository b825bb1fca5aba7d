/** Rows that a draft may change: each is copied when it is first changed, and from then on changed
 *  in place. Whoever holds a row from before the first change keeps what it was. */
import type { Table } from "./table.ts";

export type Own<Row> = { -readonly [Column in keyof Row]: Row[Column] };

export function ownRow<Id, Row extends object>(table: Table<Id, Row>, id: Id): Own<Row> {
  const known = table.changed.get(id);
  if (known !== undefined) return known;
  const shown = table.shown.get(id);
  if (shown === undefined) throw new Error(`row ${String(id)} is changed but was not loaded`);
  const copy = { ...shown };
  table.changed.set(id, copy);
  return copy;
}
