/** `drover runbook diff`: what changed between two versions. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { RunbookDiff } from "../../../contract/http/runbook-checks.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findRunbook } from "../../client/find-runbook.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Paint } from "../../output/colour.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";

export function diffRunbook(
  context: Context,
  word: string,
  from: string,
  to: string,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const name = await findRunbook(api, word);
    if (!name.ok) return name;
    const query = { from, to };
    const diff = await api.call(ROUTES.diffRunbook, { path: { name: name.value }, query });
    if (!diff.ok) return diff;
    printItem(context, output, diff.value, (shown) => diffText(shown, context.paint));
    return ok(EXIT.ok);
  });
}

function diffText({ name, from, to, added, removed, lines }: RunbookDiff, paint: Paint): string {
  const shown = lines.map(({ kind, text }) => {
    const line = visibleLine(text);
    if (kind === "same") return `  ${line}`;
    return kind === "added" ? paint.good(`+ ${line}`) : paint.bad(`- ${line}`);
  });
  const head = `${name} v${from} → v${to}: ${added} lines added, ${removed} removed`;
  return `${[paint.strong(head), ...shown].join("\n")}\n`;
}
