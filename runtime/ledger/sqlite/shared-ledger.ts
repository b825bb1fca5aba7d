/** The ledger in a database that somebody else writes to: its rows are in their commits. Asking for
 *  results reads what was committed and writes nothing. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Ledger, LedgerFailure } from "../ledger.ts";
import type { LedgerRows } from "./ledger-rows.ts";

/** Runs a work in one commit of the database's owner, with the time by the owner's clock. */
export type WriteTogether = <Value>(
  work: (now: Date) => Value,
) => Promise<Result<Value, { readonly kind: string }>>;

/** `settled` ends when the owner has no commit half written. */
export function sharedLedger(
  rows: LedgerRows,
  write: WriteTogether,
  settled: () => Promise<void>,
): Ledger {
  const inOneCommit = async <Value>(
    work: (now: Date) => Value,
  ): Promise<Result<Value, LedgerFailure>> => {
    const written = await write(work);
    return written.ok ? written : fail({ kind: "unavailable", detail: written.error.kind });
  };
  return {
    begin: (jobs) => inOneCommit((now) => jobs.map((job) => rows.begin(job, now))),
    withdraw: (jobs) => inOneCommit(() => jobs.filter(rows.withdraw).length),
    recall: async (jobs) => {
      await settled();
      return ok(jobs.map(rows.recall));
    },
    finish: (jobs) => inOneCommit((now) => jobs.map((job) => rows.finish(job, now))),
    prune: (before, max) => inOneCommit(() => rows.prune(before, max)),
  };
}
