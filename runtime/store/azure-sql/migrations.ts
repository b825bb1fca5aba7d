/** The migrations, in Azure SQL's words. */
import type { Migration } from "kysely/migration";
import { migrationsIn } from "../operations/schema/migrations.ts";
import { setWideKeysApart } from "./wide-keys.ts";
import { AZURE_SQL_WORDS } from "./words.ts";

/** The one that makes the tables whose keys are too wide here. */
const WITH_WIDE_KEYS = "0005-exchange";

const also = (migration: Migration): Migration => ({
  up: async (db) => {
    await migration.up(db);
    await setWideKeysApart(db);
  },
});

export const AZURE_SQL_MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(migrationsIn(AZURE_SQL_WORDS)).map(([name, migration]) => [
    name,
    name === WITH_WIDE_KEYS ? also(migration) : migration,
  ]),
);
