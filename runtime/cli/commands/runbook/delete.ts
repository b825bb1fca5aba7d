/** `drover runbook delete`: deactivates a version; nothing of its history goes. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findRunbook } from "../../client/find-runbook.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { type AgreeOptions, agreed } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";

export type DeleteOptions = AgreeOptions & { readonly output: ItemForm };

export function deleteRunbook(
  context: Context,
  word: string,
  version: string | undefined,
  options: DeleteOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const found = await findRunbook(api, word);
    if (!found.ok) return found;
    const name = found.value;
    const active = await api.call(ROUTES.getRunbook, { path: { name } });
    if (!active.ok) return active;
    const v = version ?? active.value.version;
    const effects = [
      `${name} v${v} is no longer active: no batch is made from it any more.`,
      "Batches under way go on; the version and its history stay.",
    ];
    const question = `Deactivate ${name} v${v}?`;
    const sure = await agreed(context, { effects, question }, options);
    if (!sure.ok) return sure;
    if (!sure.value) return ok(EXIT.ok);
    const gone = await api.call(ROUTES.deactivateRunbookVersion, { path: { name, v } });
    if (!gone.ok) return gone;
    printItem(context, options.output, gone.value, () => `${name} v${v} is not active any more.\n`);
    return ok(EXIT.ok);
  });
}
