/** The little of the package `pg` that the peers need: a pool, and one query at a time. */
import type { PeerParts } from "./peer.ts";

type Query = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

export type Pool = {
  readonly query: (query: string | Query, values?: readonly unknown[]) => Promise<Rows>;
  readonly on: (event: "error", listener: () => void) => void;
};
type Rows = { readonly rows: readonly Readonly<Record<string, unknown>>[] };
type Pg = {
  readonly default: { readonly Pool: new (options: object) => Pool };
};

export async function openPool({ load, serverUrl }: PeerParts, max: number): Promise<Pool> {
  const { default: pg } = (await load("pg")) as Pg;
  const pool = new pg.Pool({ connectionString: serverUrl, max });
  // A connection that ends with its server is no news to a process that ends with it.
  pool.on("error", () => undefined);
  return pool;
}

/** The number a query counts under the name `n`. */
export async function count(pool: Pool, query: string, values?: readonly unknown[]) {
  const { rows } = await pool.query(query, values);
  return Number(rows[0]?.["n"]);
}
