/** Members from an Azure SQL database or a Dataverse environment, both over TDS.
 *  - The token is for what the connection was registered as: a database, or that environment.
 *  - Unproven against Azure: Dataverse's endpoint speaks a part of TDS only, and this driver was
 *    not tried on it. */
import { LIMITS } from "../../contract/limits.ts";
import { fail, type Result } from "../../contract/result.ts";
import type { Secret } from "../../contract/secret.ts";
import { type Access, type AccessParts, knownAccess, tokenFor } from "../access.ts";
import { type Connections, findConnection, type TdsConnection } from "../connections.ts";
import type { SourceFailure } from "../failure.ts";
import { quietSource } from "../quiet-source.ts";
import { checkReadOnly } from "../read-only-text.ts";
import type { Reading, Source } from "../source.ts";
import type { Timing } from "../timing.ts";
import { failureOf } from "./tds-failure.ts";
import { type QueryParts, startReading } from "./tds-reading.ts";
import type { OpenSession } from "./tds-session.ts";

const PAGE_ROWS = 5_000;
const QUERY_MS = 120_000;
const DATABASE_SCOPE = "https://database.windows.net/.default";

export type TdsParts = {
  readonly dialect: TdsConnection["dialect"];
  readonly connections: Connections;
  readonly access: Access;
  readonly open: OpenSession;
  readonly clock: Timing;
  /** The time a whole query may take. */
  readonly limitMs?: number;
  readonly rowsMax?: number;
  readonly pageRows?: number;
};

export const tdsSource = (parts: TdsParts): Source =>
  quietSource((know) => asking({ ...parts, access: knownAccess(parts.access, know) }));

const asking = (parts: TdsParts): Source => ({
  ask: async ({ source, values = new Map() }) => {
    const { connections, dialect, clock, limitMs = QUERY_MS } = parts;
    const connection = findConnection(connections, source.connection, [dialect]);
    if (!connection.ok) return connection;
    const text = checkReadOnly(source.query ?? "", "azure-sql");
    if (!text.ok) return text;
    const deadline = new Date(clock.now().getTime() + limitMs);
    const timed = { ...parts, limitMs, deadline };
    const token = await tokenFor(timed, scopeOf(connection.value));
    if (!token.ok) return token;
    return await ask(timed, connection.value, token.value, { text: text.value, values });
  },
});

/** Dataverse takes tokens for the environment itself. */
const scopeOf = ({ dialect, server }: TdsConnection): string =>
  dialect === "dataverse" ? `https://${server}/.default` : DATABASE_SCOPE;

async function ask(
  parts: TdsParts & AccessParts,
  connection: TdsConnection,
  token: Secret,
  asked: Pick<QueryParts, "text" | "values">,
): Promise<Result<Reading, SourceFailure>> {
  const { open, clock, dialect, limitMs, deadline } = parts;
  const leftMs = Math.max(1, deadline.getTime() - clock.now().getTime());
  try {
    const session = await open({ connection, token, limitMs: leftMs });
    const { rowsMax = LIMITS.membersPerBatch, pageRows = PAGE_ROWS } = parts;
    const query = { ...asked, dialect, rowsMax, pageRows };
    return await startReading(session, query, (ring) => clock.at(deadline, ring), limitMs);
  } catch (error) {
    return fail(failureOf(error as Error));
  }
}
