/** Brings a database to the newest tables. Kysely runs the migrations through the driver below,
 *  the only place where it executes anything: elsewhere it only writes SQL.
 *  All of them are one transaction: a process that ends amid them leaves the database as it was,
 *  and a second process that starts at the same time waits for the first. Kysely would not do so
 *  by itself: it takes SQLite for a database that cannot undo the making of a table. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely";
import { Migrator } from "kysely/migration";
import { SQLITE_MIGRATIONS } from "./migrations.ts";

const driver = (database: DatabaseSync): SqliteDatabase => ({
  close: () => {},
  prepare: (text) => {
    const statement = database.prepare(text);
    const cells = (given: readonly unknown[]): SQLInputValue[] => given as SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (given) => statement.all(...cells(given)),
      run: (given) => statement.run(...cells(given)),
      iterate: (given) => statement.iterate(...cells(given)),
    };
  },
});

/** Answers with the names of the migrations it ran. */
export async function migrate(database: DatabaseSync): Promise<readonly string[]> {
  const db = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: driver(database) }),
  });
  const provider = { getMigrations: async () => SQLITE_MIGRATIONS };
  database.exec("begin immediate");
  try {
    const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
    if (error !== undefined) throw error;
    database.exec("commit");
    return results.map(({ migrationName }) => migrationName);
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}
