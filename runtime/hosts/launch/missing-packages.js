/** Which packages of the lockfile are not installed, told from npm's own records: the lockfile
 *  (what should be there) and `node_modules/.package-lock.json` (what npm last put there).
 *  npm writes the second one only when an install has ended well, so an interrupted install
 *  counts as missing everything. Pure; runs on any Node that npm 11 runs on. */

/** @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean,
 *   os?: string[], cpu?: string[] }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lockfile */
/** @typedef {"runtime" | "all"} Scope */

const PIN = /^node_modules\/node-(linux|win|darwin)-[a-z0-9]+$/;

/**
 * @param {Lockfile} wanted
 * @param {Lockfile | null} installed
 * @param {{ scope: Scope, platform: string, arch: string }} where
 * @returns {string[]}
 */
export function missingPackages(wanted, installed, where) {
  return Object.entries(wanted.packages)
    .filter(([path, entry]) => path !== "" && isNeeded(path, entry, where))
    .filter(([path, entry]) => installed?.packages[path]?.version !== entry.version)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
}

/**
 * @param {string} path
 * @param {LockedPackage} entry
 * @param {{ scope: Scope, platform: string, arch: string }} where
 */
function isNeeded(path, entry, { scope, platform, arch }) {
  if (scope === "runtime" && (entry.dev || entry.devOptional)) return false;
  if (!entry.optional && !entry.devOptional) return true;
  // npm may leave out any optional package; of those only the pinned Node matters to us.
  if (!PIN.test(path)) return false;
  return (entry.os ?? [platform]).includes(platform) && (entry.cpu ?? [arch]).includes(arch);
}
