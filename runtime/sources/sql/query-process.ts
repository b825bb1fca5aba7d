/** The process in which a query runs: one query, then it is killed. SQLite cannot be interrupted
 *  from outside, and a thread inside it cannot be ended: only a process can. The query itself has
 *  a thread here, so that this one hears when the engine is gone and takes the query with it. */
import { Worker } from "node:worker_threads";

const THREAD = new URL("./query-thread.ts", import.meta.url);

const end = (): void => {
  process.kill(process.pid, "SIGKILL");
};

process.on("disconnect", end);
/** The only one who starts this process is `start-query.ts`: its first message is the question,
 *  the others ask for the next page. */
process.once("message", (options) => {
  const thread = new Worker(THREAD, { workerData: options, execArgv: [] });
  process.on("message", (asked) => thread.postMessage(asked));
  thread.on("message", (answer) => process.send?.(answer));
});
