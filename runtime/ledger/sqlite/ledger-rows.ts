/** The ledger's table and its statements, on any open database: the ledger's own file, or the
 *  database of a store that wants them in its transaction. Begins and commits nothing itself. */
import type { DatabaseSync } from "node:sqlite";
import type { JobId } from "../../contract/job-id.ts";
import type { FinishedJob, LedgerJob, LedgerState } from "../ledger.ts";

/** A job that has begun and not finished has no result. Rows are numbered in the order in which
 *  they came, which is that of their age: forgetting needs no index of its own, and a step writes
 *  one row and one entry. */
const TABLE = `
  create table if not exists job_ledger (
    number integer primary key,
    job_id text not null unique,
    delivery text not null,
    began_at integer not null,
    result text
  ) strict
`;

const BEGIN = `
  insert into job_ledger (job_id, delivery, began_at) values (?, ?, ?)
  on conflict (job_id) do nothing
`;
const WITHDRAW = "delete from job_ledger where job_id = ? and delivery = ? and result is null";
const READ = "select delivery, result from job_ledger where job_id = ?";
const KEEP = `
  insert into job_ledger (job_id, delivery, began_at, result) values (?, ?, ?, ?)
  on conflict (job_id) do nothing
`;
const FINISH = "update job_ledger set result = ? where job_id = ? and result is null";
const PRUNE = `
  delete from job_ledger where number in (
    select number from (select number, began_at from job_ledger order by number limit ?)
    where began_at < ?
  )
`;

export type LedgerRows = {
  readonly begin: (job: LedgerJob, at: Date) => LedgerState;
  readonly withdraw: (job: LedgerJob) => boolean;
  readonly recall: (jobId: JobId) => string | null;
  readonly finish: (job: FinishedJob, at: Date) => string;
  readonly prune: (before: Date, max: number) => number;
};

export function ledgerRows(database: DatabaseSync): LedgerRows {
  database.exec(TABLE);
  const insert = database.prepare(BEGIN);
  const withdraw = database.prepare(WITHDRAW);
  const read = database.prepare(READ);
  const keep = database.prepare(KEEP);
  const finish = database.prepare(FINISH);
  const prune = database.prepare(PRUNE);
  const recall = (jobId: JobId): string | null => {
    const result = read.get(jobId)?.["result"];
    return typeof result === "string" ? result : null;
  };
  return {
    begin: ({ jobId, delivery }, at) => {
      const { changes } = insert.run(jobId, delivery, at.getTime());
      if (changes === 1) return { kind: "new" };
      const row = read.get(jobId);
      const result = row?.["result"];
      if (typeof result === "string") return { kind: "done", result };
      return { kind: row?.["delivery"] === delivery ? "new" : "started" };
    },
    withdraw: ({ jobId, delivery }) => withdraw.run(jobId, delivery).changes === 1,
    recall,
    finish: ({ jobId, delivery, result }, at) => {
      if (keep.run(jobId, delivery, at.getTime(), result).changes === 1) return result;
      if (finish.run(result, jobId).changes === 1) return result;
      return recall(jobId) ?? result;
    },
    prune: (before, max) => Number(prune.run(max, before.getTime()).changes),
  };
}
