/** `drover runbook explain`: what a key takes, or what a problem means and how to mend it; a
 *  problem of a runbook or of a table of members, for `validate` prints both. */
import { ok } from "../../../contract/result.ts";
import { isTableCode, TABLE_CODES } from "../../../csv/table-codes.ts";
import { explain, explainEntry } from "../../../runbook/explain.ts";
import { refuse } from "../../cli-error.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { jsonText } from "../../output/json.ts";
import { shellWord } from "../../output/shell-word.ts";

export type ExplainOptions = { readonly output: "text" | "json" };

export async function explainTopic(
  context: Context,
  topic: string,
  options: ExplainOptions,
): Promise<CommandResult> {
  const code = topic.toLowerCase();
  const explained = isTableCode(code)
    ? ok(explainEntry(code, "error", TABLE_CODES[code]))
    : explain(topic);
  if (!explained.ok) {
    const { nearest } = explained.error;
    return refuse("E0130", `nothing is known about '${topic}'`, {
      why: "it is neither a key of a runbook nor the code of a problem",
      next:
        nearest === null
          ? "see the keys with `drover runbook schema`"
          : `did you mean ${nearest}? Try \`drover runbook explain ${shellWord(nearest)}\``,
    });
  }
  const text = explained.value;
  context.out(options.output === "json" ? jsonText({ topic, text }) : text);
  return ok(EXIT.ok);
}
