/** Starts the real command line in a process of its own. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const BIN = join(import.meta.dirname, "../../../runtime/cli/bin.js");

type Start = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
};

/** The environment holds nothing but what a test gives: colour and paths must not depend on who
 *  runs the tests. */
export const drover = (
  words: readonly string[],
  { cwd = tmpdir(), env = {}, input = "" }: Start = {},
): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [BIN, ...words], { cwd, env, input, encoding: "utf8" });
