#!/usr/bin/env node
/** The `drover` executable. Any Node from 18 on can read this file; an older Node than the
 *  sources need hands over to the pinned one, with the same streams, signals and exit code. */
import { readFileSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { pinnedNodePath } from "./pinned-node.js";
import { droppedColourWish } from "./settle-colour.js";
import { planStart } from "./start-plan.js";

/** Set for the process handed over to, so that a wrong pin ends in a sentence, not in a loop. */
const HANDED_OVER = "DROVER_NODE_HANDED_OVER";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { platform, arch, env, versions } = process;
// Before anything is imported or touched (`process.stdout`) that makes Node look at colours.
const dropped = droppedColourWish(env);
if (dropped !== null) delete env[dropped];
const plan = planStart({
  version: versions.node,
  pinned: pinnedNodePath({ root, platform, arch }),
  handedOver: env[HANDED_OVER] === "1",
});

if (plan.kind === "here") {
  // Stripped and compiled sources are kept beside the packages: as trusted as the code itself,
  // unlike Node's default in the shared temporary folder. Where it cannot be written, start-up
  // is slower and nothing else changes.
  module.enableCompileCache?.(`${root}node_modules/.cache/drover`);
  const { main } = await import("./main.ts");
  await main();
} else if (plan.kind === "hand-over") {
  await goOn(plan.node, process.argv.slice(2));
} else {
  process.stderr.write(`${plan.sentence}\n`);
  process.exitCode = 1;
}

/** In the pinned Node, unless all that is wanted is known here.
 *  @param {string} node
 *  @param {readonly string[]} argv */
async function goOn(node, argv) {
  const { stdout } = process;
  const isTty = stdout.isTTY === true;
  const columns = isTty ? stdout.columns : null;
  const read = () => readFileSync(new URL("./help.json", import.meta.url), "utf8");
  const { quickHelp } = await import("./quick-help.js");
  const help = quickHelp({ argv, env, isTty, columns, read });
  if (help !== null) {
    stdout.write(help);
    return;
  }
  const { handOver } = await import("./hand-over.js");
  const { code, failure } = await handOver({
    node,
    args: [fileURLToPath(import.meta.url), ...argv],
    env: { ...env, [HANDED_OVER]: "1" },
  });
  if (failure !== null) {
    process.stderr.write(`drover could not start the pinned Node at ${node}: ${failure}\n`);
  }
  process.exitCode = code;
}
