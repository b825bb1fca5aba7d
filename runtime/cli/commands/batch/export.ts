/** `drover batch export`: the members of a batch as CSV, with how far each has come. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { type DeliverOptions, deliverText } from "../input/deliver-text.ts";

export function exportBatch(
  context: Context,
  word: string,
  options: DeliverOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const csv = await api.call(ROUTES.exportMembers, { path: { id: id.value } });
    return csv.ok ? deliverText(context, csv.value, options) : csv;
  });
}
