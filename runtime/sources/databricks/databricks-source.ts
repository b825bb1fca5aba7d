/** Members from a Databricks SQL warehouse, by its SQL statements API. Unproven against a live
 *  workspace; tested against a local server that behaves as the API is documented. */
import { LIMITS } from "../../contract/limits.ts";
import { fail, ok } from "../../contract/result.ts";
import { type Access, knownAccess } from "../access.ts";
import { type Connections, findConnection } from "../connections.ts";
import { quietSource } from "../quiet-source.ts";
import { checkReadOnly } from "../read-only-text.ts";
import type { Source } from "../source.ts";
import type { Timing } from "../timing.ts";
import { readChunks } from "./read-chunks.ts";
import { runStatement } from "./run-statement.ts";

const QUERY_MS = 300_000;

/** Where a workspace on Azure keeps the results that it links to. */
const STORAGE = /\.(?:blob|dfs)\.(?:core\.windows\.net|storage\.azure\.net)$/;

export const isWorkspaceStorage = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" && STORAGE.test(hostname);

export type DatabricksParts = {
  readonly connections: Connections;
  readonly access: Access;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Timing;
  readonly isLinkAllowed?: (link: URL) => boolean;
  /** The time a whole query may take, with its waiting for a warehouse that sleeps. */
  readonly limitMs?: number;
  readonly rowsMax?: number;
};

export const databricksSource = (parts: DatabricksParts): Source =>
  quietSource((know) => asking({ ...parts, access: knownAccess(parts.access, know) }));

const asking = ({
  connections,
  access,
  fetch,
  clock,
  isLinkAllowed = isWorkspaceStorage,
  limitMs = QUERY_MS,
  rowsMax = LIMITS.membersPerBatch,
}: DatabricksParts): Source => ({
  ask: async ({ source, values = new Map() }) => {
    const connection = findConnection(connections, source.connection, ["databricks"]);
    if (!connection.ok) return connection;
    const { address, warehouses } = connection.value;
    const warehouseId = warehouses.get(source.warehouseId ?? "");
    if (warehouseId === undefined) {
      return fail({ kind: "unknown-connection", name: source.warehouseId ?? "" });
    }
    const text = checkReadOnly(source.query ?? "", "databricks");
    if (!text.ok) return text;
    const deadline = new Date(clock.now().getTime() + limitMs);
    const wire = { address, access, fetch, clock, limitMs, deadline, sent: { count: 0 } };
    const ran = await runStatement(wire, { warehouseId, text: text.value, values, rowsMax });
    if (!ran.ok) return ran;
    return ok(readChunks({ wire, ran: ran.value, rowsMax, isLinkAllowed }));
  },
});
