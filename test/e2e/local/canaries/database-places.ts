/** Where a local host keeps things: the columns of its database, the messages in it, its files.
 *  Columns come from the database, so that a new one is looked at too. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rowsIn } from "../database.ts";
import type { Place } from "./places.ts";

/** Each column of each table, all its values together. */
export function databasePlaces(data: string, type = "table"): readonly Place[] {
  const tables = rowsIn(data, `select name from sqlite_master where type = '${type}'`);
  return tables.flatMap(({ name }) => {
    const rows = rowsIn(data, `select * from "${String(name)}"`);
    const columns = Object.keys(rows[0] ?? {});
    return columns.map((column) => ({
      where: `${String(name)}.${column}`,
      text: rows.map((row) => textOf(row[column])).join("\n"),
    }));
  });
}

/** Of every message the bus ever had, what stands beside its body. */
export const messageProperties = (data: string): readonly Place[] =>
  rowsIn(data, "select records from bus_journal").flatMap(({ records }) =>
    [...textOf(records).matchAll(/"properties":\{[^}]*\}/g)].map(([text]) => ({
      where: "a message's properties",
      text,
    })),
  );

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);

/** The database with its log, byte by byte: also what was deleted lies there for a while. */
export const filePlaces = (data: string): readonly Place[] =>
  ["drover.db", "drover.db-wal", "throttle.db", "throttle.db-wal", "host.lock"]
    .map((name) => ({ name, path: join(data, name) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ where: name, text: readFileSync(path, "latin1") }));
