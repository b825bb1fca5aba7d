/** Hands a text to a file that was named, or to stdout. */
import { ok } from "../../../contract/result.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { visibleLine } from "../../output/visible.ts";
import { writeText } from "./write-text.ts";

export type DeliverOptions = { readonly file?: string; readonly force?: boolean };

export async function deliverText(
  context: Context,
  text: string,
  { file, force }: DeliverOptions,
): Promise<CommandResult> {
  if (file === undefined) {
    context.out(text);
    return ok(EXIT.ok);
  }
  const written = await writeText(context.cwd, { file, text, replace: force === true });
  if (!written.ok) return written;
  context.note(`Wrote ${visibleLine(file)}\n`);
  return ok(EXIT.ok);
}
