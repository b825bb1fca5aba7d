/** Keys that are too wide for Azure SQL to keep a table in their order: 900 bytes at most, with
 *  two for each character. The table is kept in another order, and the key is an index beside it,
 *  which may have 1,700. A key over the limit is made with a warning and refuses long values only
 *  when they come. */
import { type Kysely, type RawBuilder, sql } from "kysely";

export type WideKey = {
  readonly table: string;
  readonly key: readonly string[];
  /** An index of the table that takes the key's place as its order. */
  readonly order: { readonly index: string; readonly column: string };
};

export const WIDE_KEYS: readonly WideKey[] = [
  {
    table: "idempotency",
    key: ["actor", "request_key"],
    order: { index: "ix_idempotency_at", column: "at" },
  },
];

function statements({ table, key, order }: WideKey): readonly RawBuilder<unknown>[] {
  const own = sql.table(table);
  const [index, constraint] = [sql.id(order.index), sql.id(`pk_${table}`)];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return [
    sql`drop index ${index} on ${own}`,
    sql`alter table ${own} drop constraint ${constraint}`,
    sql`create clustered index ${index} on ${own} (${sql.ref(order.column)})`,
    sql`alter table ${own} add constraint ${constraint} primary key nonclustered (${columns})`,
  ];
}

/** For tables that were made a moment ago, with their usual keys. */
export async function setWideKeysApart(
  db: Kysely<Record<string, Record<string, unknown>>>,
): Promise<void> {
  for (const statement of WIDE_KEYS.flatMap(statements)) await statement.execute(db);
}
