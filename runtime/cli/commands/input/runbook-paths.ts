/** Turns the paths of a command line into runbook files: a folder stands for the .yaml and .yml
 *  files directly in it, in the order of their names; a file named twice is read once. A folder
 *  without any, or one that cannot be read, keeps nobody from the others. */
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ok, type Result } from "../../../contract/result.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import { STDIN } from "./read-bytes.ts";
import { systemReason } from "./system-reason.ts";

const RUNBOOK_FILE = /\.ya?ml$/i;

export type RunbookPaths = {
  readonly paths: readonly string[];
  readonly errors: readonly CliError[];
};

export async function runbookPaths(cwd: string, named: readonly string[]): Promise<RunbookPaths> {
  const found = new Map<string, string>();
  const errors: CliError[] = [];
  for (const path of named) {
    const files = path === STDIN ? ok([STDIN]) : await filesAt(cwd, path);
    if (!files.ok) errors.push(files.error);
    for (const file of files.ok ? files.value : []) {
      const key = file === STDIN ? STDIN : resolve(cwd, file);
      if (!found.has(key)) found.set(key, file);
    }
  }
  return { paths: [...found.values()], errors };
}

/** What is no folder is left to the reader, who says best why a file cannot be read. */
async function filesAt(cwd: string, path: string): Promise<Result<readonly string[], CliError>> {
  const at = resolve(cwd, path);
  const isFolder = await stat(at).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? filesIn(at, path) : ok([path]);
}

async function filesIn(at: string, path: string): Promise<Result<readonly string[], CliError>> {
  const entries = await readdir(at, { withFileTypes: true }).catch((cause: unknown) => ({ cause }));
  if ("cause" in entries) {
    const { reason } = systemReason(entries.cause);
    const details = { where: path, why: reason, cause: entries.cause };
    return refuse("E0111", "the folder cannot be read", details);
  }
  const files = entries
    .filter((entry) => !entry.isDirectory() && RUNBOOK_FILE.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort();
  if (files.length > 0) return ok(files);
  return refuse("E0114", "the folder holds no runbook", {
    where: path,
    why: "none of its files ends in .yaml or .yml; folders inside it are not searched",
    next: "name a folder with runbooks, or run `drover runbook new my-migration`",
  });
}
