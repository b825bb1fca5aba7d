/** Goes on in another Node: same streams, signals passed on, its exit code becomes ours. Plain
 *  JavaScript that Node 18 can read; shared by the command line and the npm scripts. */
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {readonly NodeJS.Signals[]} */
const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"];
const LOOK_FOR_PARENT_MS = 500;

/** `endsWithParent`: when our parent is gone, the other Node is told to end (SIGTERM).
 *  @param {{ node: string, args: readonly string[], cwd?: string, env?: NodeJS.ProcessEnv,
 *    endsWithParent?: boolean }} start
 *  @returns {Promise<{ code: number, failure: string | null }>} `failure`: it did not start */
export function handOver({ node, args, cwd, env = process.env, endsWithParent = false }) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: cwd ?? process.cwd(), env, stdio: "inherit" });
    for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
    if (endsWithParent) whenOrphaned(() => child.kill("SIGTERM"));
    child.on("error", ({ message }) => resolve({ code: 1, failure: message }));
    child.on("exit", (code, signal) => {
      const ended = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      resolve({ code: ended, failure: null });
    });
  });
}

/** An orphan is given another parent; on Windows it is not, and nothing is noticed.
 *  @param {() => void} orphaned */
function whenOrphaned(orphaned) {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    orphaned();
  }, LOOK_FOR_PARENT_MS);
  looking.unref();
}
