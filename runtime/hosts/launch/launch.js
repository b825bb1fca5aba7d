/** The first thing every npm script runs, on whatever Node the machine has (20 or later): it
 *  installs what is missing, moves to the pinned Node 24 and hands over to the command. It
 *  speaks on stderr, so that a command's stdout is the command's alone. */
import { fileURLToPath, pathToFileURL } from "node:url";
import { handOver } from "../../cli/hand-over.js";
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
  const { flags = [] } = command;
  if (plan.kind === "hand-over" || flags.length > 0) {
    const { code, failure } = await handOver({
      node: plan.kind === "hand-over" ? plan.node : process.execPath,
      args: [...flags, entry, ...args],
      cwd: root,
      // As the command line does: what was compiled once need not be again.
      env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/drover`, ...process.env },
      // npm starts a script in a shell and passes SIGTERM on to that, where it may end.
      endsWithParent: process.env["npm_lifecycle_event"] !== undefined,
    });
    if (failure !== null) say(`Node could not be started (${failure}). Run \`npm ci\` and repeat.`);
    return code;
  }
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
  return process.exitCode ?? 0;
}
