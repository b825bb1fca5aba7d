/** Kysely over one session. It keeps the order in which it is told things and opens nothing.
 *  K1. After a statement has failed, nothing more is said: its transaction is gone, and what came
 *      next would take effect by itself. Whoever asks again is told of the first failure.
 *  Kysely's own lock around migrations is left out: whoever runs them here has already locked. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  MssqlAdapter,
  MssqlIntrospector,
  MssqlQueryCompiler,
  type QueryResult,
} from "kysely";
import type { SqlSession } from "./session.ts";

type AnyTables = Record<string, Record<string, unknown>>;

const nothing = async (): Promise<void> => {};

const UNLOCKED = { acquireMigrationLock: nothing, releaseMigrationLock: nothing };

/** That undoing failed is no news: the error that led to it is, and the end of the session undoes
 *  what is left. */
const rollback = (session: SqlSession): Promise<void> => session.rollback().catch(() => {});

function connectionOver(session: SqlSession): DatabaseConnection {
  let failed: { readonly error: unknown } | null = null;
  return {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      if (failed !== null) throw failed.error;
      try {
        return { rows: (await session.query(sql, parameters)) as Row[] };
      } catch (error) {
        failed = { error };
        throw error;
      }
    },
    streamQuery: () => {
      throw new Error("nothing is streamed while a database is prepared");
    },
  };
}

export function kyselyOver(session: SqlSession): Kysely<AnyTables> {
  const connection = connectionOver(session);
  return new Kysely<AnyTables>({
    dialect: {
      createAdapter: () => Object.assign(new MssqlAdapter(), UNLOCKED),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: session.begin,
        commitTransaction: session.commit,
        rollbackTransaction: () => rollback(session),
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createIntrospector: (db) => new MssqlIntrospector(db),
      createQueryCompiler: () => new MssqlQueryCompiler(),
    },
  });
}
