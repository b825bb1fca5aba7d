/** Installs what a command needs and what is missing, once, from the lockfile.
 *  I1. A clone that has everything starts no npm process.
 *  I2. No install script of any package runs.
 *  I3. The runtime scope brings no development package. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { explainFailure } from "./explain-failure.js";
import { withInstallLock } from "./install-lock.js";
import { missingPackages } from "./missing-packages.js";

/** @typedef {import("./missing-packages.js").Scope} Scope */
/** @typedef {{ ok: true } | { ok: false, sentence: string, details: string }} Installed */

const OUTPUT_CHARS_MAX = 200_000;

/**
 * @param {{ root: string, scope: Scope, say: (line: string) => void }} options
 * @returns {Promise<Installed>}
 */
export async function ensureInstalled({ root, scope, say }) {
  if (missing(root, scope).length === 0) return { ok: true };
  try {
    return await withInstallLock(
      join(root, ".install.lock"),
      (pid) => say(`Another command (process ${pid}) is installing packages here; waiting for it.`),
      async () => {
        const names = missing(root, scope);
        if (names.length === 0) return { ok: true };
        const what = scope === "runtime" ? "to run Drover" : "to build and test Drover";
        say(`Installing ${names.length} packages ${what}; this happens once.`);
        return await runNpm(root, scope);
      },
    );
  } catch (error) {
    const sentence = explainFailure(String(error));
    if (sentence === null) throw error;
    return { ok: false, sentence, details: "" };
  }
}

/**
 * @param {string} root
 * @param {Scope} scope
 */
function missing(root, scope) {
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const record = join(root, "node_modules", ".package-lock.json");
  const installed = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : null;
  const { platform, arch } = process;
  return missingPackages(wanted, installed, { scope, platform, arch });
}

/**
 * `npm ci` in a fresh clone; where packages are already in use, `npm install` adds the missing
 * ones without emptying the folder under a running Drover.
 * @param {string} root
 * @param {Scope} scope
 * @returns {Promise<Installed>}
 */
async function runNpm(root, scope) {
  const fresh = !existsSync(join(root, "node_modules", ".package-lock.json"));
  const verb = fresh ? ["ci"] : ["install", "--no-save"];
  const { code, output } = await runQuietly(root, [
    ...verb,
    ...(scope === "runtime" ? ["--omit=dev"] : ["--include=dev"]),
    ...["--include=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    ...["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=4000"],
  ]);
  const left = code === 0 ? missing(root, scope) : [];
  if (code === 0 && left.length === 0) return { ok: true };
  const details = output
    .split("\n")
    .filter((line) => /^npm (error|ERR!)/.test(line))
    .join("\n");
  const sentence =
    (code === 0
      ? `npm did not install ${left.slice(0, 5).join(", ")}.`
      : explainFailure(details)) ?? "npm could not install the packages.";
  return { ok: false, sentence, details };
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
function runQuietly(cwd, args) {
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
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output = (output + chunk).slice(-OUTPUT_CHARS_MAX);
      });
    }
    npm.on("error", (error) => resolve({ code: 1, output: `npm error ${error.message}` }));
    npm.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
