/** Installs what a command needs and what is missing, once, from the lockfile.
 *  I1. A clone that has everything starts no npm process.
 *  I2. No install script of any package runs.
 *  I3. The runtime scope brings no development package.
 *  I4. An install that failed leaves nothing that keeps the next one from succeeding. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { explainFailure } from "./explain-failure.js";
import { withInstallLock } from "./install-lock.js";
import { missingPackages } from "./missing-packages.js";
import { isPinInPlace, provePin } from "./pin-state.js";
import { runNpm } from "./run-npm.js";

/** @typedef {import("./missing-packages.js").Scope} Scope */
/** @typedef {{ ok: true } | { ok: false, sentence: string, details: string }} Installed */

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
        const count = names.length === 1 ? "1 package" : `${names.length} packages`;
        const what = scope === "runtime" ? "to run Drover" : "to build and test Drover";
        say(`Installing ${count} ${what}; this happens once.`);
        return await install(root, scope);
      },
    );
  } catch (error) {
    const sentence = explainFailure(String(error));
    if (sentence === null) throw error;
    return { ok: false, sentence, details: "" };
  }
}

/** @param {string} root */
const recordOf = (root) => join(root, "node_modules", ".package-lock.json");

/**
 * @param {string} root
 * @param {Scope} scope
 */
function missing(root, scope) {
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const record = recordOf(root);
  const installed = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : null;
  const { platform, arch } = process;
  const names = missingPackages(wanted, installed, { scope, platform, arch });
  const pin = missingPackages(wanted, { packages: {} }, { scope, platform, arch }).filter((name) =>
    name.startsWith("node-"),
  );
  // The record says what npm did; somebody may have deleted the pinned Node since.
  return isPinInPlace(root) ? names : [...new Set([...names, ...pin])];
}

/**
 * `npm ci` in a fresh clone; where packages are already in use, `npm install` adds the missing
 * ones without emptying the folder under a running Drover.
 * @param {string} root
 * @param {Scope} scope
 * @returns {Promise<Installed>}
 */
async function install(root, scope) {
  const verb = existsSync(recordOf(root)) ? ["install", "--no-save"] : ["ci"];
  // npm believes its record; without the pinned Node on disk the record is wrong.
  if (!isPinInPlace(root)) rmSync(recordOf(root), { force: true });
  const { code, output, stopped } = await runNpm(root, [
    ...verb,
    ...(scope === "runtime" ? ["--omit=dev"] : ["--include=dev"]),
    ...["--include=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    ...["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=4000"],
  ]);
  const isPinWhole = provePin(root);
  const left = missing(root, scope);
  if (code === 0 && isPinWhole && left.length === 0) return { ok: true };
  rmSync(recordOf(root), { force: true });
  if (stopped) return { ok: false, sentence: "The install was stopped.", details: "" };
  return failed(output, left);
}

/**
 * @param {string} output
 * @param {readonly string[]} left
 * @returns {Installed}
 */
function failed(output, left) {
  const known = explainFailure(output);
  if (known !== null) return { ok: false, sentence: known, details: "" };
  const details = output
    .split("\n")
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/^npm (error|ERR!)\s+at /.test(line))
    .join("\n");
  const names = left.slice(0, 5).join(", ");
  const sentence = details === "" ? `npm did not install ${names}.` : "npm could not install.";
  return { ok: false, sentence: `${sentence} Run \`npm ci\` to see more, then repeat.`, details };
}
