/** Writes a file that a command line names, making its folder. Without `replace` an existing
 *  file is refused by the file system itself, so nothing can slip in between check and write. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ok, type Result } from "../../../contract/result.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import { systemReason } from "./system-reason.ts";

type Write = { readonly file: string; readonly text: string; readonly replace: boolean };

export async function writeText(
  cwd: string,
  { file, text, replace }: Write,
): Promise<Result<null, CliError>> {
  const at = resolve(cwd, file);
  try {
    await mkdir(dirname(at), { recursive: true });
  } catch (cause) {
    return unwritable(file, cause);
  }
  try {
    await writeFile(at, text, { flag: replace ? "w" : "wx" });
    return ok(null);
  } catch (cause) {
    return systemReason(cause).code === "EEXIST"
      ? alreadyThere(file, cause)
      : unwritable(file, cause);
  }
}

const alreadyThere = (file: string, cause: unknown) =>
  refuse("E0120", "the file exists and was left as it is", {
    where: file,
    next: "choose another with --file, or replace it with --force",
    cause,
  });

const unwritable = (file: string, cause: unknown) =>
  refuse("E0121", "the file cannot be written", {
    where: file,
    why: systemReason(cause).reason,
    next: "choose another place, or make this one writable",
    cause,
  });
