/** `drover template download`: a CSV with the columns a runbook needs. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { connected } from "../../client/connected.ts";
import { findRunbook } from "../../client/find-runbook.ts";
import type { CommandResult, Context } from "../../context.ts";
import { type DeliverOptions, deliverText } from "../input/deliver-text.ts";

export function downloadTemplate(
  context: Context,
  word: string,
  options: DeliverOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const name = await findRunbook(api, word);
    if (!name.ok) return name;
    const csv = await api.call(ROUTES.getTemplate, { path: { name: name.value } });
    return csv.ok ? deliverText(context, csv.value, options) : csv;
  });
}
