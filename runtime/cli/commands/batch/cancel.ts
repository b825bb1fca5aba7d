/** `drover batch cancel`: ends a batch before its time. */
import type { BatchDetail } from "../../../contract/http/batches.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatch } from "../../client/find-batch.ts";
import { batchLink } from "../../client/web-links.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { type AgreeOptions, agreed, counted } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { watchBatch } from "./watch-batch.ts";

export type CancelOptions = AgreeOptions & {
  readonly output: ItemForm;
  readonly reason?: string;
  readonly watch?: boolean;
  readonly timeout?: number;
};

export function cancelBatch(
  context: Context,
  word: string,
  options: CancelOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const batch = await findBatch(api, word);
    if (!batch.ok) return batch;
    const { id } = batch.value;
    const question = `Cancel batch ${id} (${batch.value.runbookName})?`;
    const sure = await agreed(context, { effects: effectsOf(batch.value), question }, options);
    if (!sure.ok) return sure;
    if (!sure.value) return ok(EXIT.ok);
    const body = { reason: options.reason ?? null };
    const cancelled = await api.call(ROUTES.cancelBatch, { path: { id }, body });
    if (!cancelled.ok) return cancelled;
    context.note(`Open ${batchLink(api.url, id)}\n`);
    // The end of a batch that was cancelled on purpose is no failure of this command.
    if (options.watch === true) {
      const end = await watchBatch(context, api, id, options);
      return end.ok && end.value === EXIT.resourceFailed ? ok(EXIT.ok) : end;
    }
    printItem(
      context,
      options.output,
      cancelled.value,
      ({ statusReason }) => `Batch ${id} is ${statusReason}.\n`,
    );
    return ok(EXIT.ok);
  });
}

function effectsOf({ id, memberCounts, phases }: BatchDetail): readonly string[] {
  const open = phases.filter(({ status }) => status === "pending" || status === "dispatched");
  return [
    `Batch ${id} ends as failed (cancelled); it cannot be taken up again.`,
    `${counted(memberCounts.active, "active member")}: nothing more is sent for them.`,
    `${counted(open.length, "phase")} not ended yet will not run to the end; ` +
      "attempts under way are waited for, then finalize steps run, where there are any.",
  ];
}
