/** Turns what npm or the file system said into one sentence a person can act on: what went
 *  wrong, and what to do next. Pure. */

/** @type {readonly (readonly [RegExp, string])[]} */
const CAUSES = [
  [
    /\bENOSPC\b|no space left/i,
    "The disk is full. Free some space (about 1.5 GB to build and test, 300 MB to run), then " +
      "repeat.",
  ],
  [
    new RegExp(
      "\\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH" +
        "|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\\b|network (request|connectivity)",
      "i",
    ),
    "The package registry cannot be reached. Packages are downloaded once; connect this " +
      "machine to the network (or set npm's proxy), then repeat.",
  ],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    "This user may not write here. Give it the project folder and npm's cache folder, or clone " +
      "the project into a folder of its own, then repeat.",
  ],
  [
    /\bEUSAGE\b|in sync/,
    "package.json and package-lock.json disagree. Run `npm install` once and commit both files.",
  ],
  [
    /\bEINTEGRITY\b/,
    "A downloaded package is not the one the lockfile names. Run `npm cache verify`, then " +
      "repeat; if it comes back, do not trust the registry or proxy in between.",
  ],
  [
    /\b(E404|ETARGET)\b/,
    "The registry does not have a package the lockfile names. Check npm's registry setting, " +
      "then repeat.",
  ],
];

/**
 * @param {string} output what the failing program printed
 * @returns {string | null} null when the cause is not one we know
 */
export function explainFailure(output) {
  return CAUSES.find(([sign]) => sign.test(output))?.[1] ?? null;
}
