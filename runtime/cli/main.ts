/** The edge between the process and the command line: the only file here that touches `process`.
 *  The exit code is set, not forced, so that what was written reaches a slow pipe. */
import { readFileSync } from "node:fs";
import { run } from "./run.ts";

export async function main(): Promise<void> {
  const { stdout, stderr, versions, platform, arch } = process;
  const exitCode = await run({
    argv: process.argv.slice(2),
    stdin: () => process.stdin,
    stdout,
    stderr,
    env: process.env,
    cwd: process.cwd(),
    isTty: { stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
    columns: stdout.isTTY ? stdout.columns : null,
    machine: { drover: readVersion(), node: versions.node, platform, arch },
    onLoss: (lossCode) => {
      process.exitCode = lossCode;
    },
  });
  // A loss that is known already outweighs what the command itself says.
  process.exitCode ??= exitCode;
}

/** package.json is the only place that states the version. */
function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const manifest: { readonly version?: unknown } = JSON.parse(text);
  if (typeof manifest.version !== "string") throw new Error("package.json states no version");
  return manifest.version;
}
