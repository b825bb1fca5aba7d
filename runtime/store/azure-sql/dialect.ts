/** Kysely as a writer of Azure SQL's SQL: it compiles and executes nothing. */
import { DummyDriver, Kysely, MssqlAdapter, MssqlIntrospector, MssqlQueryCompiler } from "kysely";
import type { Tools } from "../operations/operation.ts";
import type { Schema } from "../operations/schema.ts";
import { AZURE_SQL } from "./flavour.ts";

export const azureSqlTools = (): Tools => ({
  flavour: AZURE_SQL,
  db: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new MssqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new MssqlIntrospector(db),
      createQueryCompiler: () => new MssqlQueryCompiler(),
    },
  }),
});
