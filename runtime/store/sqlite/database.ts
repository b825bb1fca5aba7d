/** Opens a database file for one writer and makes sure that it keeps what it is given: WAL, a
 *  sync with every commit, pages and cache large enough for the hot path. A file that cannot be
 *  had on these terms is not opened. */
import { DatabaseSync } from "node:sqlite";

export type DatabaseOptions = {
  readonly path: string;
  /** Caps the file; for tests of a full disk. */
  readonly pagesMax?: number;
  /** How long to wait for another process that writes. */
  readonly busyMs?: number;
};

const PAGE_BYTES = 8_192;
const CACHE_KIBIBYTES = 64 * 1_024;
const BUSY_MS = 5_000;
/** The WAL is recycled, not grown: without checkpoints commits become slower. */
const CHECKPOINT_PAGES = 8_000;
const FULL = 2;

export function openDatabase(options: DatabaseOptions): DatabaseSync {
  const { path, pagesMax, busyMs = BUSY_MS } = options;
  const database = new DatabaseSync(path, { timeout: busyMs });
  database.exec(`pragma page_size = ${PAGE_BYTES}`);
  database.exec("pragma journal_mode = wal");
  database.exec("pragma synchronous = full");
  database.exec(`pragma cache_size = -${CACHE_KIBIBYTES}`);
  database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  database.exec("pragma temp_store = memory");
  if (pagesMax !== undefined) database.exec(`pragma max_page_count = ${pagesMax}`);
  assertDurable(database);
  return database;
}

/** What was asked for may have been ignored: an old file, or a file system without locks. */
function assertDurable(database: DatabaseSync): void {
  const mode = database.prepare("pragma journal_mode").get()?.["journal_mode"];
  const sync = database.prepare("pragma synchronous").get()?.["synchronous"];
  if (mode === "wal" && sync === FULL) return;
  database.close();
  throw new Error(`the database would not be durable: journal_mode ${mode}, synchronous ${sync}`);
}
