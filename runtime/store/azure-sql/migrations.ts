/** The migrations, in Azure SQL's words. */
import { migrationsIn } from "../operations/schema/migrations.ts";
import { AZURE_SQL_WORDS } from "./words.ts";

export const AZURE_SQL_MIGRATIONS = migrationsIn(AZURE_SQL_WORDS);
