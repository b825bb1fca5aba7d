/** Finds the Node that the lockfile pins. Plain JavaScript that Node 18 can read, because it
 *  runs before the right Node does; shared with the launcher of the npm scripts. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The pinned Node's executable for a platform, or null when it is not installed.
 *  @param {{ root: string, platform: string, arch: string }} where `root` holds node_modules
 *  @returns {string | null} */
export function pinnedNodePath({ root, platform, arch }) {
  const folder = join(root, "node_modules", packageName(platform, arch));
  const path = join(folder, "bin", platform === "win32" ? "node.exe" : "node");
  return existsSync(path) ? path : null;
}

/** The npm packages that carry Node say `win` where Node itself says `win32`.
 *  @param {string} platform
 *  @param {string} arch */
function packageName(platform, arch) {
  return `node-${platform === "win32" ? "win" : platform}-${arch}`;
}
