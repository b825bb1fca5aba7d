/** `drover config set`: writes one value, leaves the others. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ok, type Result } from "../../../contract/result.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import { configText, readConfig, wrongValue } from "../../config/config-file.ts";
import type { ConfigKey } from "../../config/key-names.ts";
import { KEY_FACTS } from "../../config/keys.ts";
import { USER_CONFIG } from "../../config/load-config.ts";
import { PROJECT_FILE, userFolder } from "../../config/places.ts";
import { writePrivate } from "../../config/private-file.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { visibleLine } from "../../output/visible.ts";

export type SetOptions = { readonly project?: boolean };

export async function setConfig(
  context: Context,
  key: ConfigKey,
  value: string,
  { project }: SetOptions,
): Promise<CommandResult> {
  if (value !== "" && !KEY_FACTS[key].isValid(value)) return wrongValue(key, value, "config set");
  const file = fileOf(context, project === true);
  if (!file.ok) return file;
  const text = await readFile(file.value, "utf8").catch(() => "{}");
  const known = readConfig(text, file.value);
  if (!known.ok) return known;
  const { [key]: _before, ...others } = known.value;
  const values = value === "" ? others : { ...others, [key]: value };
  const written = await writePrivate(file.value, configText(values), context.world.newId());
  if (!written.ok) return written;
  const done = value === "" ? `${key} is no longer set` : `${key} is now ${visibleLine(value)}`;
  context.note(`${done} in ${visibleLine(file.value)}\n`);
  return ok(EXIT.ok);
}

function fileOf(context: Context, isProject: boolean): Result<string, CliError> {
  if (isProject) return ok(join(context.cwd, PROJECT_FILE));
  const folder = userFolder(context);
  if (folder !== null) return ok(join(folder, USER_CONFIG));
  return refuse("E0144", "there is no folder to keep configuration in", {
    why: "neither HOME nor DROVER_CONFIG_DIR is set",
    next: "set DROVER_CONFIG_DIR, or write the project's file with --project",
  });
}
