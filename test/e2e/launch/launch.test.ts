import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const ENTRY = 'process.stdout.write("started " + process.argv.slice(2).join(" ") + "\\n");\n';

/** An npm that only keeps a diary and, when all is well, the record that npm keeps. */
const PRETEND_NPM = `
const fs = require("node:fs");
fs.appendFileSync("diary.txt", process.argv.slice(2).join(" ") + "\\n");
if (fs.existsSync("failure.txt")) {
  console.error(fs.readFileSync("failure.txt", "utf8"));
  process.exit(1);
}
const pin = "node_modules/node-" + process.platform.replace("32", "") + "-" + process.arch;
fs.mkdirSync(pin + "/bin", { recursive: true });
fs.mkdirSync("node_modules/.bin", { recursive: true });
fs.rmSync(pin + "/bin/node", { force: true });
const torn = fs.existsSync("torn.txt");
if (torn) fs.writeFileSync(pin + "/bin/node", "torn", { mode: 0o755 });
else fs.symlinkSync(process.execPath, pin + "/bin/node");
if (torn) console.error("npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device");
fs.rmSync("node_modules/.bin/node", { force: true });
fs.symlinkSync("../" + pin.slice(13) + "/bin/node", "node_modules/.bin/node");
fs.copyFileSync("package-lock.json", "node_modules/.package-lock.json");
`;

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "drover-clone-"));
  for (const path of ["package.json", "package-lock.json", ".npmrc", "runtime/hosts/launch"]) {
    cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  }
  mkdirSync(join(clone, "runtime/cli"), { recursive: true });
  for (const name of ["hand-over.js", "pinned-node.js", "start-plan.js"]) {
    cpSync(join(ROOT, "runtime/cli", name), join(clone, "runtime/cli", name));
  }
  mkdirSync(join(clone, "test"));
  writeFileSync(join(clone, "runtime/hosts/local.ts"), ENTRY);
  writeFileSync(join(clone, "test/run.ts"), ENTRY);
  writeFileSync(join(clone, "pretend-npm.cjs"), PRETEND_NPM);
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

function launch(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ["runtime/hosts/launch/launch.js", ...args], {
    cwd: clone,
    env: { ...process.env, npm_execpath: join(clone, "pretend-npm.cjs"), ...env },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      output[name] += chunk;
    });
  }
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, ...output }));
  });
}

/** Stands in for the local host: says that it runs, and takes its time to end. */
const DRAINING = `
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => setTimeout(() => { console.log("drained"); process.exit(7); }, 300));
}
setInterval(() => {}, 1e6);
console.log("running");
`;

/** Sends a signal once it runs; ends when nobody has its output any more. */
function signalled(command: string, args: readonly string[], signal: NodeJS.Signals) {
  writeFileSync(join(clone, "runtime/hosts/local.ts"), DRAINING);
  const child = spawn(command, args, { cwd: clone, stdio: "pipe" });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
    if (chunk.includes("running")) child.kill(signal);
  });
  return new Promise<{ code: number | null; stdout: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout }));
  });
}

const diary = () => readFileSync(join(clone, "diary.txt"), "utf8").trim().split("\n");

const OLD_HEAP_FLAGS = ["--initial-heap-size=160", "--heap-growing-percent=80"];

describe("the launcher of the npm scripts", () => {
  test("a fresh clone installs once, says so in one line, and hands the options on", async () => {
    const first = await launch(["start", "--port", "1"]);
    expect(first).toMatchObject({ code: 0, stdout: "started --port 1\n" });
    expect(first.stderr).toMatch(/^drover: Installing \d+ packages to run Drover; .*once\.\n$/);
    const second = await launch(["start"]);
    expect(second).toEqual({ code: 0, stdout: "started \n", stderr: "" });
    expect(diary()).toHaveLength(1);
  });

  test("what runs the platform is started with its flags for memory, a test is not", async () => {
    const told = 'process.stdout.write(JSON.stringify(process.execArgv) + "\\n");\n';
    for (const entry of ["runtime/hosts/local.ts", "test/run.ts"]) {
      writeFileSync(join(clone, entry), told);
    }
    const flags = JSON.parse((await launch(["start"])).stdout);
    expect(flags).toEqual(["--max-semi-space-size=32", ...OLD_HEAP_FLAGS]);
    expect((await launch(["test"])).stdout).toBe("[]\n");
  });

  test("to run it, no development package is asked for; to test it, all are", async () => {
    await launch(["start"]);
    rmSync(join(clone, "node_modules"), { recursive: true });
    await launch(["test"]);
    expect(diary()[0]).toMatch(/^ci --omit=dev .*--ignore-scripts/);
    expect(diary()[1]).toMatch(/^ci --include=dev .*--ignore-scripts/);
  });

  test("packages that are there already are kept when others are added", async () => {
    const lock = JSON.parse(readFileSync(join(clone, "package-lock.json"), "utf8"));
    delete lock.packages["node_modules/zod"];
    await launch(["start"]);
    writeFileSync(join(clone, "node_modules/.package-lock.json"), JSON.stringify(lock));
    const started = await launch(["start"]);
    expect(started.stderr).toContain("Installing 1 package to run");
    expect(diary()[1]).toMatch(/^install --no-save /);
  });

  test("a full disk gives a sentence and no stack trace", async () => {
    writeFileSync(join(clone, "failure.txt"), "npm error code ENOSPC");
    const failed = await launch(["start"]);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toBe("");
    expect(failed.stderr).toMatch(/drover: The disk is full\./);
    expect(failed.stderr).not.toMatch(/\n\s+at /);
  });

  test("a pinned Node torn by a full disk is told, taken away, and healed later", async () => {
    writeFileSync(join(clone, "torn.txt"), "");
    const failed = await launch(["start"]);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/drover: The disk is full\./);
    expect(existsSync(join(clone, "node_modules/.bin/node"))).toBe(false);
    rmSync(join(clone, "torn.txt"));
    expect(await launch(["start"])).toMatchObject({ code: 0, stdout: "started \n" });
  });

  test("a pinned Node that somebody deleted is installed again", async () => {
    await launch(["start"]);
    const pin = `node-${process.platform.replace("32", "")}-${process.arch}`;
    rmSync(join(clone, "node_modules", pin), { recursive: true });
    const again = await launch(["start"]);
    expect(again.stderr).toContain("Installing 1 package to run Drover");
    expect(again.stdout).toBe("started \n");
  });

  test("without a network npm fails, and the sentence says why and what to do", async () => {
    // The port was never opened, so the real npm's connections are refused.
    const env = { npm_config_registry: "http://127.0.0.1:9", npm_config_cache: join(clone, "c") };
    const npm = process.env["npm_execpath"];
    const failed = await launch(["start"], { ...env, npm_execpath: npm ?? "" });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^drover: Installing .*\ndrover: The package registry cannot be/);
    expect(failed.stderr).not.toMatch(/\bat /);
  });

  test("two commands started together in a fresh clone install once", async () => {
    const [first, second] = await Promise.all([launch(["start"]), launch(["start"])]);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(diary()).toHaveLength(1);
    expect(existsSync(join(clone, ".install.lock"))).toBe(false);
  });

  test("a lock left by a process that died does not stop an install", async () => {
    writeFileSync(join(clone, ".install.lock"), "999999999");
    expect(await launch(["start"])).toMatchObject({ code: 0, stdout: "started \n" });
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s reaches what it started, and its end is waited for",
    async (signal) => {
      await launch(["start"]);
      const args = ["runtime/hosts/launch/launch.js", "start"];
      const ended = await signalled(process.execPath, args, signal);
      expect(ended).toEqual({ code: 7, stdout: "running\ndrained\n" });
    },
  );

  test("a SIGTERM for npm itself leaves nothing running", async () => {
    await launch(["start"]);
    const npm = process.env["npm_execpath"] ?? "";
    const ended = await signalled(process.execPath, [npm, "start"], "SIGTERM");
    expect(ended.stdout).toMatch(/running\ndrained\n$/);
  });

  test("a command that does not exist is refused with the ones that do", async () => {
    const refused = await launch(["strat"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("Known: start, ");
  });
});
