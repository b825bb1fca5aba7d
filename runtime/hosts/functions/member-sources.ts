/** Where the members of a cloud host come from: the connections its settings register, and the
 *  adapters that read them. The names of connections are those of the settings (M-015), so that
 *  runbooks name what an administrator has set and nothing else (R52).
 *  - A setting holds an address and no credential; one that holds more is refused at start.
 *  - Addresses are those of Azure's services: a token never goes anywhere else. */

import { readJson } from "../../contract/json.ts";
import { LIMITS } from "../../contract/limits.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { SOURCE_FORMS, SqlSources } from "../../contract/source-addresses.ts";
import type { Access } from "../../sources/access.ts";
import { sourcesByDialect, sourcesByType } from "../../sources/by-type.ts";
import type { Connection, Connections, TdsConnection } from "../../sources/connections.ts";
import { databricksSource } from "../../sources/databricks/databricks-source.ts";
import type { Source } from "../../sources/source.ts";
import { tdsSession } from "../../sources/tds/tds-session.ts";
import { tdsSource } from "../../sources/tds/tds-source.ts";
import type { Timing } from "../../sources/timing.ts";

export type SourceSettings = {
  readonly DATAVERSE_CONNECTION_STRING?: string | undefined;
  readonly DATABRICKS_CONNECTION_STRING?: string | undefined;
  readonly DATABRICKS_WAREHOUSE_ID?: string | undefined;
  readonly DROVER_SQL_SOURCES?: string | undefined;
};

export type SourceParts = {
  readonly access: Access;
  readonly clock: Timing;
  readonly fetch: typeof globalThis.fetch;
};

const TDS_PORT = 1_433;

export function memberSources(
  settings: SourceSettings,
  { access, clock, fetch }: SourceParts,
): Result<Source, string> {
  const connections = registered(settings);
  if (!connections.ok) return connections;
  const shared = { connections: connections.value, access, clock };
  const tds = (dialect: TdsConnection["dialect"]): Source =>
    tdsSource({ ...shared, dialect, open: tdsSession() });
  return ok(
    sourcesByType({
      dataverse: tds("dataverse"),
      databricks: databricksSource({ ...shared, fetch }),
      sql: sourcesByDialect(connections.value, { "azure-sql": tds("azure-sql") }),
    }),
  );
}

export function registered(settings: SourceSettings): Result<Connections, string> {
  const connections = new Map<string, Connection>();
  for (const register of [registerDataverse, registerDatabricks, registerSql]) {
    const problem = register(settings, connections);
    if (problem !== null) return fail(problem);
  }
  return ok(connections);
}

/** A sentence when the settings cannot be used. */
type Register = (settings: SourceSettings, connections: Map<string, Connection>) => string | null;

const registerDataverse: Register = (settings, connections) => {
  const text = settings.DATAVERSE_CONNECTION_STRING;
  if (text === undefined) return null;
  const [, server, port] = SOURCE_FORMS.dataverse.exec(text) ?? [];
  if (server === undefined) {
    return odd("DATAVERSE_CONNECTION_STRING", "contoso.crm4.dynamics.com,5558");
  }
  connections.set("DATAVERSE_CONNECTION_STRING", {
    dialect: "dataverse",
    server: server.toLowerCase(),
    port: port === undefined ? TDS_PORT : Number(port),
    database: server.slice(0, server.indexOf(".")),
  });
  return null;
};

const registerDatabricks: Register = (settings, connections) => {
  const text = settings.DATABRICKS_CONNECTION_STRING;
  if (text === undefined) return null;
  const [, host] = SOURCE_FORMS.databricks.exec(text) ?? [];
  if (host === undefined) {
    const example = "https://adb-1234567890123456.7.azuredatabricks.net";
    return odd("DATABRICKS_CONNECTION_STRING", example);
  }
  const warehouse = settings.DATABRICKS_WAREHOUSE_ID;
  if (warehouse === undefined || !SOURCE_FORMS.warehouse.test(warehouse)) {
    return odd("DATABRICKS_WAREHOUSE_ID", "0123456789abcdef");
  }
  connections.set("DATABRICKS_CONNECTION_STRING", {
    dialect: "databricks",
    address: `https://${host.toLowerCase()}`,
    warehouses: new Map([["DATABRICKS_WAREHOUSE_ID", warehouse]]),
  });
  return null;
};

const registerSql: Register = (settings, connections) => {
  const json = readJson(settings.DROVER_SQL_SOURCES ?? "{}", LIMITS.requestBytes);
  const read = SqlSources.safeParse(json.ok ? json.value : null);
  if (!read.success) {
    const example = '{"hr": {"server": "hr.database.windows.net", "database": "people"}}';
    return odd("DROVER_SQL_SOURCES", example);
  }
  for (const [name, { server, database }] of Object.entries(read.data)) {
    connections.set(name, { dialect: "azure-sql", server, port: TDS_PORT, database });
  }
  return null;
};

/** What it holds instead is not repeated: it may be a credential. */
const odd = (name: string, example: string): string =>
  `The setting ${name} is not as in ${example}. It holds no user, password or key: the ` +
  "component signs in with its identity. Mend it in the stack's `sources` and deploy again.";
