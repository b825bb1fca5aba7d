/** The ledger's table and its statements, on any open database: the ledger's own file, or the
 *  database of a store that wants them in its transaction. Begins and commits nothing itself. */
import type { DatabaseSync } from "node:sqlite";
import type { FinishedJob, LedgerJob, LedgerState } from "../ledger.ts";

/** A job that has begun and not finished has no result. Texts of instants sort like instants. */
const TABLE = `
  create table if not exists job_ledger (
    job_id text not null primary key,
    delivery text not null,
    began_at text not null,
    result text
  );
  create index if not exists ix_job_ledger_began_at on job_ledger (began_at);
`;

const BEGIN = `
  insert into job_ledger (job_id, delivery, began_at) values (?, ?, ?)
  on conflict (job_id) do nothing
`;
const READ = "select delivery, result from job_ledger where job_id = ?";
const FINISH = `
  insert into job_ledger (job_id, delivery, began_at, result) values (?, ?, ?, ?)
  on conflict (job_id) do update set result = coalesce(result, excluded.result)
  returning result
`;
const PRUNE = `
  delete from job_ledger where job_id in (
    select job_id from job_ledger where began_at < ? order by began_at limit ?
  )
`;

export type LedgerRows = {
  readonly begin: (job: LedgerJob, at: Date) => LedgerState;
  readonly finish: (job: FinishedJob, at: Date) => string;
  readonly prune: (before: Date, max: number) => number;
};

export function ledgerRows(database: DatabaseSync): LedgerRows {
  database.exec(TABLE);
  const insert = database.prepare(BEGIN);
  const read = database.prepare(READ);
  const finish = database.prepare(FINISH);
  const prune = database.prepare(PRUNE);
  return {
    begin: ({ jobId, delivery }, at) => {
      const { changes } = insert.run(jobId, delivery, at.toISOString());
      if (Number(changes) === 1) return { kind: "new" };
      const row = read.get(jobId);
      const result = row?.["result"];
      if (typeof result === "string") return { kind: "done", result };
      return { kind: row?.["delivery"] === delivery ? "new" : "started" };
    },
    finish: ({ jobId, delivery, result }, at) =>
      String(finish.get(jobId, delivery, at.toISOString(), result)?.["result"]),
    prune: (before, max) => Number(prune.run(before.toISOString(), max).changes),
  };
}
