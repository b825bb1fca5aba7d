/** Connections by name, as platform administrators registered them (R52). A runbook names one of
 *  these and nothing else: no name is ever looked up among settings or used as an address. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { SourceFailure } from "./failure.ts";

export type Connection =
  /** A SQLite file, opened for reading only. */
  { readonly dialect: "sqlite"; readonly path: string };

export type Connections = ReadonlyMap<string, Connection>;

export function findConnection(
  connections: Connections,
  name: string | null,
): Result<Connection, SourceFailure> {
  const found = name === null ? undefined : connections.get(name);
  return found === undefined ? fail({ kind: "unknown-connection", name: name ?? "" }) : ok(found);
}
