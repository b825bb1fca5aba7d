/** Finds the Drover that runs on this machine: it writes its address and a token of its own into
 *  its data folder. A file that another user could have written is not believed, nor one that
 *  names another machine. */
import { join, resolve } from "node:path";
import { DEV_TOKEN_FILE, DevToken } from "../../contract/dev-token.ts";
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, refuse } from "../cli-error.ts";
import { isLoopback } from "../config/loopback.ts";
import { dataFolders } from "../config/places.ts";
import { readPrivate } from "../config/private-file.ts";
import type { Context } from "../context.ts";
import { jsonIn } from "../json-in.ts";

export type LocalDrover = DevToken & { readonly file: string };

/** `named`: a folder the user gave, which must then hold one. */
export async function findLocalDrover(
  context: Context,
  named: string | null,
): Promise<Result<LocalDrover | null, CliError>> {
  const folders = named === null ? dataFolders(context) : [resolve(context.cwd, named)];
  for (const folder of folders) {
    const file = join(folder, DEV_TOKEN_FILE);
    const text = await readPrivate(file, context.machine.platform);
    if (!text.ok) return text;
    if (text.value !== null) return tokenIn(text.value, file);
  }
  if (named === null) return ok(null);
  return refuse("E0143", "no Drover is running on this data", {
    where: folders[0] ?? named,
    why: `there is no ${DEV_TOKEN_FILE} in it`,
    next: `start one with \`npm start -- --data ${named}\``,
  });
}

function tokenIn(text: string, file: string): Result<LocalDrover, CliError> {
  const read = DevToken.safeParse(jsonIn(text));
  if (read.success && isLoopback(read.data.url)) return ok({ ...read.data, file });
  return refuse("E0143", "the note of the Drover on this machine cannot be understood", {
    where: file,
    why: read.success ? "it names another machine" : (read.error.issues[0]?.message ?? null),
    next: "stop that Drover and start it again with `npm start`",
  });
}
