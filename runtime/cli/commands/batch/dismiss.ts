/** `drover batch dismiss`: takes something off the list of what needs a person. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";

export function dismiss(
  context: Context,
  word: string,
  subject: string,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const path = { id: id.value };
    const answer = await api.call(ROUTES.dismissAttention, { path, body: { subject } });
    if (!answer.ok) return answer;
    printItem(context, output, answer.value, ({ changed }) =>
      changed
        ? `${visibleLine(subject)} is off the list.\n`
        : `${visibleLine(subject)} was not on the list.\n`,
    );
    return ok(EXIT.ok);
  });
}
