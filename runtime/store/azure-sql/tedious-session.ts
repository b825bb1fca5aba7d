/** A session over TDS, signed in with a token of the directory: there is no user name and no
 *  password to give. */
import { Connection, Request, TYPES } from "tedious";
import type { SqlRow, SqlSession } from "./session.ts";

export type SessionOptions = {
  readonly server: string;
  readonly database: string;
  readonly token: string;
  /** The usual one where none is given. */
  readonly port?: number;
};

const USUAL_PORT = 1_433;
const CONNECT_MS_MAX = 30_000;
/** Longer than the wait for the lock, which is one statement. */
const STATEMENT_MS_MAX = 900_000;

/** The few types that the statements of a bootstrap carry. */
function typeOf(value: unknown): (typeof TYPES)[keyof typeof TYPES] {
  if (typeof value === "number" && Number.isInteger(value)) return TYPES.BigInt;
  if (typeof value === "boolean") return TYPES.Bit;
  if (typeof value === "string" || value === null) return TYPES.NVarChar;
  throw new Error(`a ${typeof value} cannot be a parameter here`);
}

type Column = { readonly metadata: { readonly colName: string }; readonly value: unknown };

const rowOf = (columns: readonly Column[]): SqlRow =>
  Object.fromEntries(columns.map(({ metadata, value }) => [metadata.colName, value]));

const query = (
  connection: Connection,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly SqlRow[]> =>
  new Promise((resolve, reject) => {
    const rows: SqlRow[] = [];
    const request = new Request(text, (error) => (error ? reject(error) : resolve(rows)));
    for (const [at, value] of parameters.entries()) {
      request.addParameter(String(at + 1), typeOf(value), value);
    }
    request.on("row", (columns: readonly Column[]) => rows.push(rowOf(columns)));
    connection.execSql(request);
  });

type Done = (error?: Error | null) => void;

const whenDone = (act: (done: Done) => void): Promise<void> =>
  new Promise((resolve, reject) => act((error) => (error ? reject(error) : resolve())));

const close = (connection: Connection): Promise<void> =>
  new Promise((resolve) => {
    connection.once("end", () => resolve());
    connection.close();
  });

export async function openSession(options: SessionOptions): Promise<SqlSession> {
  const { server, database, token, port = USUAL_PORT } = options;
  const connection = new Connection({
    server,
    authentication: { type: "azure-active-directory-access-token", options: { token } },
    options: {
      database,
      port,
      encrypt: true,
      trustServerCertificate: false,
      abortTransactionOnError: true,
      connectTimeout: CONNECT_MS_MAX,
      requestTimeout: STATEMENT_MS_MAX,
    },
  });
  // Whoever has a statement under way is told by it; without a listener the process would end.
  connection.on("error", () => {});
  await whenDone((done) => connection.connect(done));
  return {
    query: (text, parameters) => query(connection, text, parameters),
    begin: () => whenDone((done) => connection.beginTransaction(done)),
    commit: () => whenDone((done) => connection.commitTransaction(done)),
    rollback: () => whenDone((done) => connection.rollbackTransaction(done)),
    close: () => close(connection),
  };
}
