/** Members from a registered SQL database. Here those are SQLite files; other dialects have
 *  adapters of their own behind the same names. */
import { LIMITS } from "../../contract/limits.ts";
import { fail } from "../../contract/result.ts";
import { type Connections, findConnection } from "../connections.ts";
import { checkReadOnly } from "../read-only-text.ts";
import type { Source } from "../source.ts";
import type { Timing } from "../timing.ts";
import { startQuery } from "./start-query.ts";

const PAGE_ROWS = 5_000;
const BUSY_MS = 5_000;
const QUERY_MS = 120_000;

export type SqlParts = {
  readonly connections: Connections;
  readonly clock: Timing;
  /** The time a whole query may take. */
  readonly limitMs?: number;
  readonly rowsMax?: number;
};

export const sqlSource = ({
  connections,
  clock,
  limitMs = QUERY_MS,
  rowsMax = LIMITS.membersPerBatch,
}: SqlParts): Source => ({
  ask: async ({ source, values = new Map() }) => {
    const connection = findConnection(connections, source.connection, ["sqlite"]);
    if (!connection.ok) return connection;
    const { query } = source;
    if (query === null) return fail({ kind: "refused", reason: "The runbook has no query." });
    // Whoever writes for a database of the cloud hears the same at home.
    const text = checkReadOnly(query, "sqlite");
    if (!text.ok) return text;
    const { path } = connection.value;
    const bound = Object.fromEntries(values);
    const limits = { rowsMax, pageRows: PAGE_ROWS, busyMs: BUSY_MS };
    return startQuery({ path, query, values: bound, ...limits }, clock, limitMs);
  },
});
