/** `drover batch phases`: the phases of a batch and how far their members are. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";
import { PHASE_COLUMNS } from "./phase-columns.ts";

export function listPhases(
  context: Context,
  word: string,
  { output }: { readonly output: ListForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const phases = await api.call(ROUTES.listPhases, { path: { id: id.value } });
    if (!phases.ok) return phases;
    printList(context, output, {
      items: phases.value.items,
      columns: PHASE_COLUMNS,
      nowMs: await api.nowMs(),
      empty: "The batch has no phase yet.",
    });
    return ok(EXIT.ok);
  });
}
