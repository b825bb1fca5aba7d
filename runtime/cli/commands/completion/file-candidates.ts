/** Offers the files and folders that a half-typed path may become. Folders end in a slash;
 *  hidden entries show once a dot is typed; names with control characters are left out, since a
 *  completion is one line. */
import { readdir } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { Environment } from "../../output/colour.ts";
import { visibleLine } from "../../output/visible.ts";

type Place = { readonly cwd: string; readonly env: Environment };

export async function fileCandidates(
  { cwd, env }: Place,
  typed: string,
  wanted: RegExp,
): Promise<readonly string[]> {
  const cut = Math.max(typed.lastIndexOf("/"), typed.lastIndexOf(sep)) + 1;
  const folder = typed.slice(0, cut);
  const start = typed.slice(cut);
  const home = env["HOME"] ?? env["USERPROFILE"] ?? "~";
  const at = resolve(
    cwd,
    folder.replace(/^~(?=[/\\])/, () => home),
  );
  // A folder that cannot be read has nothing to offer; completion stays silent.
  const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => name.startsWith(start) && visibleLine(name) === name)
    .filter(({ name }) => start.startsWith(".") || !name.startsWith("."))
    .filter((entry) => entry.isDirectory() || wanted.test(entry.name))
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`)
    .sort();
}
