/** `drover completion`: prints a shell's completion script. */
import { ok } from "../../../contract/result.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { SCRIPTS } from "./scripts.ts";
import type { Shell } from "./shells.ts";

export async function printCompletion(context: Context, shell: Shell): Promise<CommandResult> {
  context.out(SCRIPTS[shell]);
  return ok(EXIT.ok);
}
