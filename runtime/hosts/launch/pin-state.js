/** Is the pinned Node really there and whole? npm treats it as optional: when its unpacking
 *  fails (a full disk), npm reports success and leaves a torn file, which then stands first on
 *  the path of every npm script. So it is asked to run, and removed when it cannot. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pinnedNodePath } from "../../cli/pinned-node.js";
import { NODE_MAJOR_MIN } from "../../cli/start-plan.js";

const ANSWER_WITHIN_MS = 20_000;

/** @param {string} root */
const pinOf = (root) => pinnedNodePath({ root, platform: process.platform, arch: process.arch });

/** @param {string} root */
export const isPinInPlace = (root) => pinOf(root) !== null;

/**
 * Proves that the pinned Node starts; takes a torn one away, so that the machine's own Node is
 * found again and the next command can install anew.
 * @param {string} root
 * @returns {boolean} false when there was one and it does not run
 */
export function provePin(root) {
  const pin = pinOf(root);
  if (pin === null) return true;
  const asked = spawnSync(pin, ["--version"], { encoding: "utf8", timeout: ANSWER_WITHIN_MS });
  const major = Number.parseInt((asked.stdout ?? "").replace("v", ""), 10);
  if (asked.status === 0 && major >= NODE_MAJOR_MIN) return true;
  rmSync(dirname(dirname(pin)), { recursive: true, force: true });
  for (const name of ["node", "node.cmd", "node.ps1", "node.exe"]) {
    rmSync(join(root, "node_modules", ".bin", name), { force: true });
  }
  return false;
}
