/** The ledger in a SQLite file of its own. Each call is one transaction and one sync to disk,
 *  however many jobs it is for; several processes may share the file. */
import { DatabaseSync } from "node:sqlite";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Ledger, LedgerFailure } from "../ledger.ts";
import { ledgerRows } from "./ledger-rows.ts";

export type SqliteLedger = Ledger & { readonly close: () => void };

const BUSY_MS = 5_000;
const FULL = 2;

/** `busyMs`: how long a call waits for another process that writes. */
export function openSqliteLedger(
  path: string,
  now: () => Date,
  busyMs: number = BUSY_MS,
): SqliteLedger {
  const database = openDurably(path, busyMs);
  const rows = ledgerRows(database);
  const inOneCommit = <Value>(work: () => Value) => commit(database, work);
  return {
    begin: async (jobs) => inOneCommit(() => jobs.map((job) => rows.begin(job, now()))),
    withdraw: async (jobs) => inOneCommit(() => jobs.filter(rows.withdraw).length),
    recall: async (jobs) => inOneCommit(() => jobs.map(rows.recall)),
    finish: async (jobs) => inOneCommit(() => jobs.map((job) => rows.finish(job, now()))),
    prune: async (before, max) => inOneCommit(() => rows.prune(before, max)),
    close: () => database.close(),
  };
}

/** What was asked for may have been ignored, for example by a file system without locks. */
function openDurably(path: string, busyMs: number): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyMs });
  const mode = database.prepare("pragma journal_mode = wal").get()?.["journal_mode"];
  database.exec("pragma synchronous = full");
  const sync = database.prepare("pragma synchronous").get()?.["synchronous"];
  if (mode === "wal" && sync === FULL) return database;
  database.close();
  throw new Error(`the ledger would not be durable: journal_mode ${mode}, synchronous ${sync}`);
}

function commit<Value>(database: DatabaseSync, work: () => Value): Result<Value, LedgerFailure> {
  try {
    database.exec("begin immediate");
    const value = work();
    database.exec("commit");
    return ok(value);
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec("rollback");
    if (!isOfTheDatabase(error)) throw error;
    return fail({ kind: "unavailable", detail: error.message });
  }
}

/** SQLITE_ERROR is a statement that does not parse or fit: a bug. The rest is disk and locks. */
const SQLITE_ERROR = 1;

const isOfTheDatabase = (error: unknown): error is { readonly message: string } =>
  typeof error === "object" &&
  error !== null &&
  "errcode" in error &&
  error.errcode !== SQLITE_ERROR;
