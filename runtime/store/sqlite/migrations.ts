/** The migrations, in SQLite's words, and the table only an embedded broker needs. */
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { migrationsIn } from "../operations/schema/migrations.ts";
import { SQLITE_WORDS } from "./words.ts";

/** The last segment always stays, so numbers are never given twice without a counter of their own,
 *  which every commit would have to write, too. */
const busJournal: Migration = {
  up: async (db) => {
    await sql`create table bus_journal (
      id integer primary key, records text not null) strict`.execute(db);
  },
};

export const SQLITE_MIGRATIONS: Readonly<Record<string, Migration>> = {
  ...migrationsIn(SQLITE_WORDS),
  "0007-bus-journal": busJournal,
};
