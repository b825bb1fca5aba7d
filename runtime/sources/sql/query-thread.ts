/** The thread in which a query runs, in a process of its own: SQLite answers synchronously, and
 *  the process must hear meanwhile. A page is read when it is asked for. */
import { parentPort, workerData } from "node:worker_threads";
import type { Result } from "../../contract/result.ts";
import type { SourceFailure } from "../failure.ts";
import { openQuery, type QueryOptions } from "./sqlite-query.ts";

const port = parentPort;
if (port === null) throw new Error("this module runs in a thread");
/** The only one who starts this thread is `query-process.ts`, which gives it just that. */
const query = openQuery(workerData as QueryOptions);

const told: Result<readonly string[], SourceFailure> = query.ok
  ? { ok: true, value: query.value.columns }
  : query;
port.postMessage(told);
if (query.ok) port.on("message", () => port.postMessage(query.value.next()));
else port.close();
