/** `drover batch timeline`: a batch over time, one line for each lane, as wide as the terminal. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import { findMember } from "../../client/find-member.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";
import { timelineText } from "./timeline-text.ts";

export type TimelineOptions = { readonly output: ItemForm; readonly member?: string };

export function showTimeline(
  context: Context,
  word: string,
  { output, member }: TimelineOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const found = member === undefined ? ok(null) : await findMember(api, id.value, member);
    if (!found.ok) return found;
    const query = { memberId: found.value?.id };
    const timeline = await api.call(ROUTES.getTimeline, { path: { id: id.value }, query });
    if (!timeline.ok) return timeline;
    const look = lookOf(context, Date.parse(timeline.value.now));
    printItem(context, output, timeline.value, (shown) => timelineText(shown, look));
    return ok(EXIT.ok);
  });
}
