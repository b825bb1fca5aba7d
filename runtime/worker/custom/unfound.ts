/** Folders inside of the folder of custom functions are for what modules import: helpers. A
 *  function that lies there, and that no module imports, is one that nobody will ever find; this
 *  says so. Told by its text, because to load a helper for itself may do anything. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { LIMITS } from "../../contract/limits.ts";
import { isModule } from "./modules.ts";
import { systemCode } from "./system-code.ts";

const DEFAULT_EXPORT =
  /\bexport\s+default\b|\bas\s+default\b|\bmodule\.exports\b|\bexports\.default\b/;
const TRAITS = [/\bidempotency\b/, /\beffect\b/, /\brun\b/];

/** Nobody writes functions into these. */
const isPassedOver = (name: string): boolean => name === "node_modules" || name.startsWith(".");

/** A sentence for each; `loaded` are the addresses of files that modules brought with them. */
export async function unfoundFunctions(
  folder: string,
  loaded: ReadonlySet<string>,
): Promise<readonly string[]> {
  const told: string[] = [];
  try {
    const { files, isCut } = await filesBelow(folder);
    for (const file of files.filter((each) => !loaded.has(pathToFileURL(each).href))) {
      const text = await readFile(file, "utf8");
      if (looksLikeFunction(text)) told.push(unfound(relative(folder, file)));
    }
    return isCut ? [...told, CUT] : told;
  } catch (thrown) {
    return [...told, unseen(systemCode(thrown))];
  }
}

const looksLikeFunction = (text: string): boolean =>
  DEFAULT_EXPORT.test(text) && TRAITS.every((trait) => trait.test(text));

/** Breadth first, so that what is cut off lies deepest. */
async function filesBelow(folder: string) {
  const folders = [folder];
  const files: string[] = [];
  for (let at = 0; at < folders.length && at <= LIMITS.customSubfolders; at += 1) {
    const path = folders[at] ?? folder;
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (entry.isDirectory() && !isPassedOver(entry.name)) folders.push(join(path, entry.name));
      if (entry.isFile() && at > 0 && isModule(entry.name)) files.push(join(path, entry.name));
    }
  }
  return { files, isCut: folders.length > LIMITS.customSubfolders + 1 };
}

const unfound = (file: string): string =>
  `${file} in the folder of custom functions looks like a function and is none of this worker's: ` +
  "folders in it are for what modules import. Move it up, or export it again from a module there.";

const unseen = (code: string): string =>
  `Folders inside of the folder of custom functions cannot be read (${code}); whether a function ` +
  "lies there, where nobody finds it, was not looked at.";

const CUT =
  `The folder of custom functions holds more than ${LIMITS.customSubfolders} folders; whether a ` +
  "function lies in the others, where nobody finds it, was not looked at.";
