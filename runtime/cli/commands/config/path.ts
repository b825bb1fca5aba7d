/** `drover config path`: the files that are read, and the one that `config set` writes. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ok } from "../../../contract/result.ts";
import { USER_CONFIG } from "../../config/load-config.ts";
import { projectFiles, userFolder } from "../../config/places.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";

export async function configPath(
  context: Context,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  const folder = userFolder(context);
  const paths = {
    user: folder === null ? null : join(folder, USER_CONFIG),
    project: projectFiles(context).find((file) => existsSync(file)) ?? null,
  };
  printItem(context, output, paths, ({ user, project }) =>
    [user, project].flatMap((path) => (path === null ? [] : `${visibleLine(path)}\n`)).join(""),
  );
  return ok(EXIT.ok);
}
