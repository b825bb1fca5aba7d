/** Goes on in another Node: same streams, signals passed on, its exit code becomes ours. Plain
 *  JavaScript that Node 18 can read; shared by the command line and the npm scripts. */
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {readonly NodeJS.Signals[]} */
const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"];

/** @param {{ node: string, args: readonly string[], cwd?: string, env?: NodeJS.ProcessEnv }} start
 *  @returns {Promise<{ code: number, failure: string | null }>} `failure`: it did not start */
export function handOver({ node, args, cwd = process.cwd(), env = process.env }) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd, env, stdio: "inherit" });
    for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
    child.on("error", ({ message }) => resolve({ code: 1, failure: message }));
    child.on("exit", (code, signal) => {
      const ended = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      resolve({ code: ended, failure: null });
    });
  });
}
