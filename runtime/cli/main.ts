/** The edge between the process and the command line: the only file here that touches `process`.
 *  The exit code is set, not forced, so that what was written reaches a slow pipe. */
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { EXIT } from "./exit-codes.ts";
import { openerOf } from "./opener.ts";
import { run } from "./run.ts";
import type { World } from "./world.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Longest that another program, such as `az`, may take. */
const PROGRAM_MS_MAX = 30_000;

export async function main(): Promise<void> {
  const { stdin, stdout, stderr, versions, platform, arch } = process;
  const exitCode = await run({
    argv: process.argv.slice(2),
    stdin: () => stdin,
    stdout,
    stderr,
    env: process.env,
    cwd: process.cwd(),
    isTty: {
      stdin: stdin.isTTY === true,
      stdout: stdout.isTTY === true,
      stderr: stderr.isTTY === true,
    },
    columns: stdout.isTTY ? stdout.columns : null,
    machine: { drover: readVersion(), node: versions.node, platform, arch, root },
    world: world(platform),
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

const world = (platform: string): World => ({
  fetch: (...request) => fetch(...request),
  nowMs: Date.now,
  sleep: (ms, signal) =>
    sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
  newId: randomUUID,
  runProgram: (name, words) =>
    new Promise((resolve) => {
      const limits = { timeout: PROGRAM_MS_MAX, windowsHide: true };
      execFile(name, [...words], limits, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        resolve({ code: typeof code === "number" ? code : null, stdout, stderr });
      });
    }),
  openBrowser: (address) => {
    const [command, ...words] = openerOf(platform, address);
    const opener = spawn(command, words, { stdio: "ignore", detached: true });
    // The address is on the screen anyway.
    opener.on("error", () => undefined);
    opener.unref();
  },
  interrupts: oncePerProcess(() => {
    const stop = new AbortController();
    process.on("SIGINT", () => {
      // Whoever asks twice does not want to wait for a tidy end.
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort();
    });
    return stop.signal;
  }),
});

function oncePerProcess<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
