/** The thread in which a query runs: one query, then it ends. SQLite answers synchronously, and a
 *  query that takes minutes must not hold up the engine, so it has a thread that can be left
 *  behind. A page is read when it is asked for. */
import { parentPort, workerData } from "node:worker_threads";
import type { Result } from "../../contract/result.ts";
import type { SourceFailure } from "../failure.ts";
import { openQuery, type QueryOptions } from "./sqlite-query.ts";

const port = parentPort;
if (port === null) throw new Error("this module runs in a thread");
/** The only one who starts this thread is `start-query.ts`, which gives it just that. */
const query = openQuery(workerData as QueryOptions);

const told: Result<readonly string[], SourceFailure> = query.ok
  ? { ok: true, value: query.value.columns }
  : query;
port.postMessage(told);
if (query.ok) port.on("message", () => port.postMessage(query.value.next()));
else port.close();
