/** Opens a database file for one writer and makes sure that it keeps what it is given: WAL, a
 *  sync with every commit, a cache large enough for the hot path. A file that cannot be
 *  had on these terms is not opened. */
import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export type DatabaseOptions = {
  readonly path: string;
  /** Caps the file; for tests of a full disk. */
  readonly pagesMax?: number;
  /** How long to wait for another process that writes. */
  readonly busyMs?: number;
  /** Makes the write-ahead log that large when it is opened. A log that grows costs every commit
   *  a second write, of the file's size; one that is filled again does not. */
  readonly logBytes?: number;
};

/** A lone step writes a dozen pages: with pages twice as large it took a tenth longer. */
const PAGE_BYTES = 4_096;
const CACHE_KIBIBYTES = 64 * 1_024;
const BUSY_MS = 5_000;
/** The WAL is recycled, not grown: without checkpoints commits become slower. */
const CHECKPOINT_PAGES = 8_000;
/** For hosts: as many pages, with their headers, and one more commit of a full group. */
export const LOG_BYTES = 40 * 1_048_576;
const FULL = 2;
const ZEROS_BYTES = 1_048_576;

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

/** To be called once the log exists, which a first look into the database sees to.
 *  Zeros behind the end of the log are no frames to SQLite, neither now nor after a crash: it reads
 *  up to the first that is not of this log. They must be written, not just reserved: a block that
 *  is written for the first time costs the same as a new one. Whatever goes wrong here costs
 *  time later and nothing else. */
export function enlargeLog(path: string, bytes: number): void {
  try {
    const file = openSync(`${path}-wal`, "r+");
    try {
      const zeros = Buffer.alloc(Math.min(bytes, ZEROS_BYTES));
      for (let at = fstatSync(file).size; at < bytes; at += zeros.length) {
        writeSync(file, zeros, 0, Math.min(zeros.length, bytes - at), at);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return;
  }
}

/** What was asked for may have been ignored: an old file, or a file system without locks. */
function assertDurable(database: DatabaseSync): void {
  const mode = database.prepare("pragma journal_mode").get()?.["journal_mode"];
  const sync = database.prepare("pragma synchronous").get()?.["synchronous"];
  if (mode === "wal" && sync === FULL) return;
  database.close();
  throw new Error(`the database would not be durable: journal_mode ${mode}, synchronous ${sync}`);
}
