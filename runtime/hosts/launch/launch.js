/** The first thing every npm script runs, on whatever Node the machine has (20 or later): it
 *  installs what is missing, moves to the pinned Node 24 and hands over to the command. It
 *  speaks on stderr, so that a command's stdout is the command's alone. */
import { spawn } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pinnedNodePath } from "../../cli/pinned-node.js";
import { planStart } from "../../cli/start-plan.js";
import { COMMANDS } from "./commands.js";
import { ensureInstalled } from "./install.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const [name = "", ...args] = process.argv.slice(2);

/** @param {string} line */
const say = (line) => process.stderr.write(`drover: ${line}\n`);

process.exitCode = await launch();

async function launch() {
  const command = COMMANDS[name];
  if (command === undefined) {
    say(`There is no command "${name}". Known: ${Object.keys(COMMANDS).join(", ")}.`);
    return 2;
  }
  const installed = await ensureInstalled({ root, scope: command.scope, say });
  if (!installed.ok) {
    if (installed.details !== "") process.stderr.write(`${installed.details}\n`);
    say(installed.sentence);
    return 1;
  }
  const entry = fileURLToPath(new URL(command.entry, pathToFileURL(root)));
  const pinned = pinnedNodePath({ root, platform: process.platform, arch: process.arch });
  const plan = planStart({ version: process.versions.node, pinned, handedOver: false });
  if (plan.kind === "refuse") {
    say(plan.sentence);
    return 1;
  }
  if (plan.kind === "hand-over") return await handOver(plan.node, [entry, ...args]);
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
  return process.exitCode ?? 0;
}

/**
 * @param {string} node
 * @param {string[]} nodeArgs
 * @returns {Promise<number>}
 */
function handOver(node, nodeArgs) {
  return new Promise((resolve) => {
    const child = spawn(node, nodeArgs, { cwd: root, stdio: "inherit" });
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(signal, () => child.kill(signal));
    }
    child.on("error", (error) => {
      say(`The pinned Node could not be started (${error.message}). Run \`npm ci\` and repeat.`);
      resolve(1);
    });
    child.on("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}
