/** One install at a time per clone: two commands started together in a fresh clone would
 *  otherwise both rebuild the same folder. The lock is a file with the holder's process id; a
 *  holder that died leaves a lock which the next one takes over. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

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
  const mine = `${lockFile}.${process.pid}`;
  try {
    // Linked in one step with its text: nobody ever sees a lock without a holder.
    writeFileSync(mine, String(process.pid));
    linkSync(mine, lockFile);
    return null;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  const holder = readHolder(lockFile);
  if (holder !== null && isAlive(holder)) return holder;
  if (holder !== null) removeDeadLock(lockFile, holder);
  return takeLock(lockFile);
}

/**
 * @param {string} lockFile
 * @returns {number | null} null when the file is gone again
 */
function readHolder(lockFile) {
  try {
    return Number(readFileSync(lockFile, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * Two commands may find the same dead lock; the slower one must not take the faster one's away.
 * @param {string} lockFile
 * @param {number} deadPid
 */
function removeDeadLock(lockFile, deadPid) {
  const aside = `${lockFile}.dead.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    if (Number(readFileSync(aside, "utf8")) !== deadPid) linkSync(aside, lockFile);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
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
