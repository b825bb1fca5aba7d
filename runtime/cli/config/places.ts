/** Where the command line keeps and looks for things. Pure: paths only. */
import { dirname, join, resolve } from "node:path";
import type { Context } from "../context.ts";

type Surroundings = Pick<Context, "cwd" | "env" | "machine">;

const USER_FOLDER = ".drover";

export const PROJECT_FILE = ".drover.json";

/** The user's folder; null where the environment knows no home. */
export function userFolder({ cwd, env }: Pick<Context, "cwd" | "env">): string | null {
  const chosen = env["DROVER_CONFIG_DIR"];
  if (chosen !== undefined && chosen !== "") return resolve(cwd, chosen);
  const home = env["HOME"] ?? env["USERPROFILE"];
  return home === undefined || home === "" ? null : join(home, USER_FOLDER);
}

/** From the working folder upwards. */
export const projectFiles = ({ cwd }: Pick<Context, "cwd">): readonly string[] =>
  foldersUp(resolve(cwd)).map((folder) => join(folder, PROJECT_FILE));

/** Data folders of local Drovers, the nearest first: a folder above, then drover's own. */
export const dataFolders = ({ cwd, machine }: Surroundings): readonly string[] =>
  [...foldersUp(resolve(cwd)), machine.root].map((folder) => join(folder, ".drover"));

function foldersUp(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)];
}
