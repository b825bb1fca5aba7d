/** `drover batch get`: one batch with its phases. */
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatch } from "../../client/find-batch.ts";
import { batchLink } from "../../client/web-links.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";
import { batchText } from "./batch-text.ts";

export type GetOptions = { readonly output: ItemForm; readonly web?: boolean };

export function getBatch(
  context: Context,
  word: string,
  { output, web }: GetOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const batch = await findBatch(api, word);
    if (!batch.ok) return batch;
    const look = lookOf(context, await api.nowMs());
    printItem(context, output, batch.value, (shown) => batchText(shown, look));
    const link = batchLink(api.url, batch.value.id);
    context.note(`Open ${link}\n`);
    if (web === true) context.world.openBrowser(link);
    return ok(EXIT.ok);
  });
}
