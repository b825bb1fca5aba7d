/** Kysely as a writer of SQLite's SQL: it compiles and executes nothing. */
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Tools } from "../operations/operation.ts";
import type { Schema } from "../operations/schema.ts";
import { SQLITE } from "./flavour.ts";

export const sqliteTools = (): Tools => ({
  flavour: SQLITE,
  db: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
});
