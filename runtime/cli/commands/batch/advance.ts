/** `drover batch advance`: starts the next phase of a manual batch. The order is meant for the
 *  batch as it was just read: two people who advance at once start one phase, not two. */
import type { Advanced } from "../../../contract/http/batch-actions.ts";
import type { BatchDetail } from "../../../contract/http/batches.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatch } from "../../client/find-batch.ts";
import { batchLink } from "../../client/web-links.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { agreed, counted } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";
import { watchBatch } from "./watch-batch.ts";

export type AdvanceOptions = {
  readonly output: ItemForm;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  readonly timeout?: number;
};

export function advanceBatch(
  context: Context,
  word: string,
  options: AdvanceOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const batch = await findBatch(api, word);
    if (!batch.ok) return batch;
    if (options.dryRun === true) {
      const shown = await agreed(
        context,
        { effects: nextOf(batch.value), question: null },
        options,
      );
      return shown.ok ? ok(EXIT.ok) : shown;
    }
    const { id, changeCount } = batch.value;
    const advanced = await api.call(ROUTES.advanceBatch, { path: { id }, ifMatch: changeCount });
    if (!advanced.ok) return advanced;
    if (options.watch !== true) printItem(context, options.output, advanced.value, advancedText);
    else context.note(advancedText(advanced.value));
    context.note(`Open ${batchLink(api.url, id)}\n`);
    return options.watch === true ? watchBatch(context, api, id, options) : ok(EXIT.ok);
  });
}

function nextOf({ phases, initDispatchedAt, memberCounts, id }: BatchDetail): readonly string[] {
  const next = phases.find(({ status }) => status === "pending");
  if (initDispatchedAt === null) return [`Batch ${id} would begin with its init, if it has one.`];
  if (next === undefined) return [`Nothing is left to start in batch ${id}.`];
  return [
    `The phase ${next.phaseName} would start for ${counted(memberCounts.active, "member")} ` +
      `of batch ${id}.`,
  ];
}

const advancedText = ({ id, dispatched, phaseName }: Advanced): string => {
  const started = {
    init: "has begun its init",
    phase: `has begun the phase ${visibleLine(phaseName ?? "")}`,
    "nothing-left": "has nothing left to start: all phases are done",
  };
  return `Batch ${id} ${started[dispatched]}.\n`;
};
