/** The real Pulumi CLI, where there is one on the PATH: found, and run in a place of its own with
 *  the stand-in providers, a file backend and no way to fetch anything. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { Place } from "./place.ts";

const LANGUAGE_HOST = "pulumi-language-nodejs";

/** No operation is expected to be fast; this only ends one that hangs. */
const OPERATION_MS_MAX = 3_600_000;

export type FoundCli =
  | { readonly kind: "found"; readonly folders: readonly string[] }
  | { readonly kind: "absent"; readonly reason: string };

function folderOf(name: string, folders: readonly string[]): string | undefined {
  return folders.find((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export function findCli(searchPath: string): FoundCli {
  const folders = searchPath.split(path.delimiter).filter((folder) => existsSync(folder));
  const cli = folderOf("pulumi", folders);
  if (cli === undefined) return { kind: "absent", reason: "there is no pulumi on the PATH" };
  const host = folderOf(LANGUAGE_HOST, folders);
  if (host === undefined)
    return { kind: "absent", reason: `pulumi is on the PATH, but no ${LANGUAGE_HOST} is` };
  return { kind: "found", folders: [cli, host] };
}

export type Ran = { readonly code: number; readonly said: string };

/** Nothing of this machine's own settings or credentials is passed on. */
function environment(place: Place, folders: readonly string[]): Readonly<Record<string, string>> {
  const own = [path.dirname(process.execPath), ...folders, "/usr/local/bin", "/usr/bin", "/bin"];
  return {
    PATH: own.join(path.delimiter),
    HOME: place.home,
    PULUMI_HOME: place.home,
    PULUMI_BACKEND_URL: `file://${place.state}`,
    PULUMI_CONFIG_PASSPHRASE: "only for this folder",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // Without it the CLI has no --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
    // For our own provider, where it publishes to the place.
    DROVER_AZURE_STAND_IN: place.azure.address,
  };
}

const exitOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });

export async function pulumi(
  place: Place,
  folders: readonly string[],
  words: readonly string[],
): Promise<Ran> {
  const child = spawn("pulumi", [...words, "--non-interactive", "--color", "never"], {
    cwd: place.root,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: OPERATION_MS_MAX,
    env: environment(place, folders),
  });
  const [code, out, err] = await Promise.all([
    exitOf(child),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, said: `${out}${err}` };
}

/** One event a line; what the CLI could not finish writing is no event. */
export async function eventsIn(file: string): Promise<readonly unknown[]> {
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  return lines.filter((line) => line.endsWith("}")).map((line): unknown => JSON.parse(line));
}
