/** Asks before something that cannot be taken back. Where nobody can be asked, `--yes` must have
 *  been given: a script that forgot it ends with exit code 2 and nothing done. */
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, refuse } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { visibleLine } from "./visible.ts";

export type Confirm = {
  readonly yes: boolean;
  /** A sentence that ends in a question mark. */
  readonly question: string;
};

export async function confirmed(
  context: Context,
  { yes, question }: Confirm,
): Promise<Result<null, CliError>> {
  if (yes) return ok(null);
  if (!context.isTty.stdin || !context.isTty.stderr)
    return refuse("E0107", "this must be confirmed, and nobody can be asked here", {
      why: `the question would be: ${question}`,
      next: "repeat the command with --yes",
    });
  context.ask(`${visibleLine(question)} [y/N] `);
  const answer = await firstLine(context.stdin());
  if (/^y(?:es)?$/i.test(answer.trim())) return ok(null);
  return refuse("E0108", "nothing was done", { why: "it was not confirmed" });
}

async function firstLine(input: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of input) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split("\n", 1)[0] ?? "";
}
