/** `drover runbook schema`: the JSON Schema that editors complete and check runbooks with. */
import { ok } from "../../../contract/result.ts";
import { runbookJsonSchema } from "../../../runbook/json-schema.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { jsonText } from "../../output/json.ts";
import { visibleLine } from "../../output/visible.ts";
import { writeText } from "../input/write-text.ts";

export type SchemaOptions = { readonly write?: string };

export async function printSchema(
  context: Context,
  options: SchemaOptions,
): Promise<CommandResult> {
  const text = jsonText(runbookJsonSchema());
  if (options.write === undefined) {
    context.out(text);
    return ok(EXIT.ok);
  }
  const written = await writeText(context.cwd, { file: options.write, text, replace: true });
  if (!written.ok) return written;
  context.note(`Wrote ${visibleLine(options.write)}.\n`);
  return ok(EXIT.ok);
}
