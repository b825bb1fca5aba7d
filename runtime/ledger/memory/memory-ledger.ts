/** The ledger in this process: for tests and rehearsals, where the process is what survives. */
import type { JobId } from "../../contract/job-id.ts";
import { ok } from "../../contract/result.ts";
import type { FinishedJob, Ledger, LedgerJob, LedgerState } from "../ledger.ts";

type Row = {
  readonly delivery: string;
  readonly beganAt: number;
  readonly result: string | null;
};

export function memoryLedger(now: () => Date): Ledger {
  const rows = new Map<JobId, Row>();

  const begin = ({ jobId, delivery }: LedgerJob): LedgerState => {
    const row = rows.get(jobId);
    if (row === undefined) {
      rows.set(jobId, { delivery, beganAt: now().getTime(), result: null });
      return { kind: "new" };
    }
    if (row.result !== null) return { kind: "done", result: row.result };
    return { kind: row.delivery === delivery ? "new" : "started" };
  };
  const withdraw = ({ jobId, delivery }: LedgerJob): boolean => {
    const row = rows.get(jobId);
    return row?.delivery === delivery && row.result === null && rows.delete(jobId);
  };
  const finish = ({ jobId, delivery, result }: FinishedJob): string => {
    const row = rows.get(jobId) ?? { delivery, beganAt: now().getTime(), result };
    const counts = row.result ?? result;
    rows.set(jobId, { ...row, result: counts });
    return counts;
  };
  return {
    begin: async (jobs) => ok(jobs.map(begin)),
    withdraw: async (jobs) => ok(jobs.filter(withdraw).length),
    recall: async (jobs) => ok(jobs.map((jobId) => rows.get(jobId)?.result ?? null)),
    finish: async (jobs) => ok(jobs.map(finish)),
    prune: async (before, max) => {
      const old = [...rows].filter(([, { beganAt }]) => beganAt < before.getTime());
      const oldest = old.sort(([, one], [, other]) => one.beganAt - other.beganAt).slice(0, max);
      for (const [jobId] of oldest) rows.delete(jobId);
      return ok(oldest.length);
    },
  };
}
