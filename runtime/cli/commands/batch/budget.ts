/** `drover batch budget`: how many failures pause a batch. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { refuse } from "../../cli-error.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";

export type BudgetOptions = {
  readonly output: ItemForm;
  readonly failedMax?: number;
  readonly failedPercent?: number;
  readonly sampleMin?: number;
  readonly lift?: boolean;
};

export function setBudget(
  context: Context,
  word: string,
  { output, failedMax, failedPercent, sampleMin, lift }: BudgetOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const isSet = failedMax !== undefined || failedPercent !== undefined;
    if (isSet === (lift === true))
      return refuse("E0106", "say how many may fail, or lift the budget", {
        next: "give --failed-max or --failed-percent, or --lift alone",
      });
    if (sampleMin !== undefined && failedPercent === undefined)
      return refuse("E0106", "--sample-min says when a share counts, and none is given", {
        next: "give --failed-percent beside it",
      });
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const budget = isSet
      ? {
          failedMax: failedMax ?? null,
          failedPercentMax: failedPercent ?? null,
          sampleMin: sampleMin ?? 1,
        }
      : null;
    const answer = await api.call(ROUTES.setBudget, { path: { id: id.value }, body: { budget } });
    if (!answer.ok) return answer;
    const text = isSet ? "pauses itself when more fail than that" : "goes on however many fail";
    printItem(context, output, answer.value, () => `Batch ${id.value} ${text}.\n`);
    return ok(EXIT.ok);
  });
}
