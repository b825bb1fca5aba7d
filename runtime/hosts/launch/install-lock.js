/** One install at a time per clone: two commands started together in a fresh clone would
 *  otherwise both rebuild the same folder. The lock is a file with the holder's process id; a
 *  holder that died leaves a lock which the next one takes over. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";

const POLL_MS = 250;

/**
 * @template T
 * @param {string} lockFile
 * @param {(holderPid: number) => void} onWait told once, when somebody else is installing
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstallLock(lockFile, onWait, work) {
  let told = false;
  for (;;) {
    const holder = takeLock(lockFile);
    if (holder === null) break;
    if (!told) onWait(holder);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/**
 * @param {string} lockFile
 * @returns {number | null} the living holder's pid, or null when the lock is now ours
 */
function takeLock(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
    return null;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  const holder = readHolder(lockFile);
  if (holder !== null && isAlive(holder)) return holder;
  rmSync(lockFile, { force: true });
  return takeLock(lockFile);
}

/** @param {string} lockFile */
function readHolder(lockFile) {
  try {
    const pid = Number(readFileSync(lockFile, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {{ code?: string }} */ (error).code;
