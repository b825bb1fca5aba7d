/** The memory of budgets in a SQLite file of its own, which several processes may share. It is
 *  outside the commits of the engine: what a tenant allows is no part of anybody's run, and losing
 *  its last second costs one refusal. */
import { DatabaseSync } from "node:sqlite";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { BudgetKey } from "../budget.ts";
import type { Learnt, LearntFailure, LearntMemory } from "../learnt.ts";

export type SqliteLearnt = LearntMemory & { readonly close: () => void };

const BUSY_MS = 2_000;

const TABLE = `
  create table if not exists throttle_budgets (
    tenant_id text not null,
    family text not null,
    calls_per_sec real,
    paused_until integer not null,
    refusals integer not null,
    primary key (tenant_id, family)
  ) strict, without rowid
`;
const COLUMNS = "calls_per_sec, paused_until, refusals";
const READ = `select ${COLUMNS} from throttle_budgets where tenant_id = ? and family = ?`;
const KEEP = `
  insert into throttle_budgets (tenant_id, family, ${COLUMNS}) values (?, ?, ?, ?, ?)
  on conflict (tenant_id, family) do update set
    calls_per_sec = coalesce(excluded.calls_per_sec, calls_per_sec),
    paused_until = max(paused_until, excluded.paused_until),
    refusals = excluded.refusals
  returning ${COLUMNS}
`;

export function openSqliteLearnt(path: string, busyMs: number = BUSY_MS): SqliteLearnt {
  const database = new DatabaseSync(path, { timeout: busyMs });
  database.exec("pragma journal_mode = wal");
  database.exec("pragma synchronous = normal");
  database.exec(TABLE);
  const read = database.prepare(READ);
  const keep = database.prepare(KEEP);
  return {
    read: async ({ tenantId, family }) =>
      guarded(() => {
        const row = read.get(tenantId, family);
        return row === undefined ? null : learntFrom(row);
      }),
    keep: async ({ tenantId, family }: BudgetKey, { callsPerSec, pausedUntil, refusals }) =>
      guarded(() => {
        const cells = [callsPerSec, Math.ceil(pausedUntil.getTime()), refusals] as const;
        const row = keep.get(tenantId, family, ...cells);
        if (row === undefined) throw new Error("a kept budget was not returned");
        return learntFrom(row);
      }),
    close: () => database.close(),
  };
}

const learntFrom = (row: Readonly<Record<string, unknown>>): Learnt => ({
  callsPerSec: row["calls_per_sec"] === null ? null : Number(row["calls_per_sec"]),
  pausedUntil: new Date(Number(row["paused_until"])),
  refusals: Number(row["refusals"]),
});

/** SQLITE_ERROR is a statement that does not parse or fit: a bug. The rest is disk and locks. */
const SQLITE_ERROR = 1;

function guarded<Value>(work: () => Value): Result<Value, LearntFailure> {
  try {
    return ok(work());
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === undefined || errcode === SQLITE_ERROR) throw error;
    return fail({ kind: "unavailable", detail: message });
  }
}
