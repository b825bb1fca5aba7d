/** Files that only their user may read. A file that others may read is refused, not mended: what
 *  was in it may be known already. Writing goes through a second file, so that a reader never
 *  sees half of it and a crash leaves the old one. Windows keeps a home folder private itself. */
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, refuse } from "../cli-error.ts";
import { systemReason } from "../commands/input/system-reason.ts";

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** Null when there is no such file. */
export async function readPrivate(
  path: string,
  platform: string,
): Promise<Result<string | null, CliError>> {
  try {
    const { mode } = await stat(path);
    if (platform !== "win32" && (mode & OTHERS) !== 0)
      return refuse("E0142", "the file can be read or changed by other users", {
        where: path,
        why: `its mode is ${(mode & 0o777).toString(8)}; it may hold what signs you in`,
        next: `run \`chmod 600 ${path}\`, or delete it and sign in again`,
      });
    return ok(await readFile(path, "utf8"));
  } catch (cause) {
    const { code, reason } = systemReason(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return ok(null);
    return refuse("E0111", "the file cannot be read", { where: path, why: reason, cause });
  }
}

/** `unique`: a word that no other writer uses at the same moment. */
export async function writePrivate(
  path: string,
  text: string,
  unique: string,
): Promise<Result<null, CliError>> {
  const beside = `${path}.${unique}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(beside, text, { mode: OWNER_ONLY, flag: "wx" });
    // A umask can only take away; this is for file systems that ignore the mode above.
    await chmod(beside, OWNER_ONLY);
    await rename(beside, path);
    return ok(null);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined);
    const { reason } = systemReason(cause);
    const next = "make the folder writable, or choose another with DROVER_CONFIG_DIR";
    return refuse("E0121", "the file cannot be written", { where: path, why: reason, next, cause });
  }
}
