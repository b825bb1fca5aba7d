/** Connections by name, as platform administrators registered them (R52). A runbook names one of
 *  these and nothing else: no name is ever looked up among settings or used as an address, and a
 *  token is only ever asked for and sent to what is written here. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { SourceFailure } from "./failure.ts";

export type Connection =
  /** A SQLite file, opened for reading only. */
  { readonly dialect: "sqlite"; readonly path: string } | TdsConnection | DatabricksConnection;

/** What speaks TDS: a database, or a Dataverse environment that looks like one. */
export type TdsConnection = {
  readonly dialect: "azure-sql" | "dataverse";
  readonly server: string;
  readonly port: number;
  readonly database: string;
};

export type DatabricksConnection = {
  readonly dialect: "databricks";
  /** The workspace, without a slash at its end. */
  readonly address: string;
  /** The ids of SQL warehouses by the names that runbooks use. */
  readonly warehouses: ReadonlyMap<string, string>;
};

export type Dialect = Connection["dialect"];
type Of<Wanted extends Dialect> = Extract<Connection, { readonly dialect: Wanted }>;

export type Connections = ReadonlyMap<string, Connection>;

const WORDS: Readonly<Record<Dialect, string>> = {
  sqlite: "a SQLite file",
  "azure-sql": "an Azure SQL database",
  dataverse: "a Dataverse environment",
  databricks: "a Databricks workspace",
};

export function findConnection<Wanted extends Dialect>(
  connections: Connections,
  name: string | null,
  wanted: readonly Wanted[],
): Result<Of<Wanted>, SourceFailure> {
  const found = name === null ? undefined : connections.get(name);
  if (found === undefined) return fail({ kind: "unknown-connection", name: name ?? "" });
  if (isOf(found, wanted)) return ok(found);
  const needed = wanted.map((each) => WORDS[each]).join(" or ");
  const reason = `"${name}" is ${WORDS[found.dialect]}, and this source needs ${needed}.`;
  return fail({ kind: "refused", reason });
}

const isOf = <Wanted extends Dialect>(
  found: Connection,
  wanted: readonly Wanted[],
): found is Of<Wanted> => wanted.some((each) => each === found.dialect);
