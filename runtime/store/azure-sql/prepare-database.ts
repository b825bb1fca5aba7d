/** Brings a database to the newest tables and to its users, in one transaction under one lock.
 *  D1. It is all or nothing: whatever fails, and wherever, the database is as it was before.
 *  D2. Two that start at the same time run one after the other; the second finds nothing to do.
 *  D3. Running it again changes nothing. */
import { type Kysely, sql, type Transaction } from "kysely";
import { Migrator } from "kysely/migration";
import type { DatabaseUser } from "../../contract/blueprint/database-users.ts";
import { carryOut, readPrincipals, wantedUser } from "./database-users.ts";
import { AZURE_SQL_MIGRATIONS } from "./migrations.ts";
import type { SqlSession } from "./session.ts";
import { kyselyOver } from "./session-dialect.ts";
import { planUsers, type UserStep } from "./user-plan.ts";

export type Prepared = {
  /** Names of the migrations that ran now. */
  readonly migrations: readonly string[];
  readonly users: readonly UserStep[];
};

const LOCK_NAME = "drover-bootstrap";
const LOCK_WAIT_MS = 600_000;

/** `sp_getapplock` reports by a number; below zero it was not granted. */
async function lock(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const { rows } = await sql<{ granted: number }>`declare @granted int;
    exec @granted = sp_getapplock @Resource = ${sql.lit(LOCK_NAME)}, @LockMode = 'Exclusive',
      @LockOwner = 'Transaction', @LockTimeout = ${sql.lit(LOCK_WAIT_MS)};
    select @granted as granted`.execute(db);
  const granted = rows[0]?.granted;
  if (granted !== 0 && granted !== 1) {
    throw new Error("another bootstrap holds this database; wait until it ends, then start again");
  }
}

/** The engine's locks are held against readers of the last commit, not of what is under way. */
async function checkSnapshots(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const { rows } = await sql<{ is_on: boolean }>`select is_read_committed_snapshot_on as is_on
    from sys.databases where name = db_name()`.execute(db);
  if (rows[0]?.is_on !== true) {
    throw new Error(
      "the database reads without snapshots; set READ_COMMITTED_SNAPSHOT on, then start again",
    );
  }
}

async function migrate(
  db: Transaction<Record<string, Record<string, unknown>>>,
): Promise<readonly string[]> {
  const provider = { getMigrations: async () => AZURE_SQL_MIGRATIONS };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}

export async function prepareDatabase(
  session: SqlSession,
  wanted: readonly DatabaseUser[],
): Promise<Prepared> {
  return kyselyOver(session)
    .transaction()
    .execute(async (db) => {
      await lock(db);
      await checkSnapshots(db);
      const migrations = await migrate(db);
      const plan = planUsers(await readPrincipals(db), wanted.map(wantedUser));
      if (!plan.ok) throw new Error(plan.error);
      await carryOut(db, plan.value);
      return { migrations, users: plan.value };
    });
}
