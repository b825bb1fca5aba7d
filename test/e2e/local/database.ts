/** Looks into the database of a local host from outside, reading only, until it shows what is
 *  waited for. Nothing here goes by how long that takes: the limit only ends a test that hangs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const LOOK_MS = 100;
const LOOKS_MAX = 5_000;

export type Rows = readonly Readonly<Record<string, unknown>>[];

export function rowsIn(data: string, query: string): Rows {
  const path = join(data, "drover.db");
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true, timeout: 60_000 });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error(`it never came to this: ${what}`);
}
