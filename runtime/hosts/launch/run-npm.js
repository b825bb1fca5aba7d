/** Runs npm out of sight and keeps what it said. A signal that comes meanwhile ends npm too:
 *  whoever stops an install does not find it going on behind their back. */
import { spawn } from "node:child_process";

const OUTPUT_CHARS_MAX = 200_000;
const STOPPING = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string, stopped: boolean }>}
 */
export function runNpm(cwd, args) {
  const npmScript = process.env["npm_execpath"];
  const [command, ...prefix] = npmScript?.endsWith("js") ? [process.execPath, npmScript] : ["npm"];
  return new Promise((resolve) => {
    const shell = process.platform === "win32" && command === "npm";
    const npm = spawn(command ?? "npm", [...prefix, ...args], {
      cwd,
      shell,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let stopped = false;
    const stop = () => {
      stopped = true;
      npm.kill("SIGTERM");
    };
    for (const signal of STOPPING) process.on(signal, stop);
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output = (output + chunk).slice(-OUTPUT_CHARS_MAX);
      });
    }
    /** @param {number | null} code */
    const end = (code) => {
      for (const signal of STOPPING) process.off(signal, stop);
      resolve({ code: code ?? 1, output, stopped });
    };
    npm.on("error", (error) => {
      output += `npm error ${error.message}`;
      end(1);
    });
    npm.on("close", end);
  });
}
