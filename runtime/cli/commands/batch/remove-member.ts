/** `drover batch remove-member`: takes one member out of a batch. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatch } from "../../client/find-batch.ts";
import { findMember } from "../../client/find-member.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { type AgreeOptions, agreed } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";

export type RemoveOptions = AgreeOptions & { readonly output: ItemForm };

export function removeMember(
  context: Context,
  batchWord: string,
  memberWord: string,
  options: RemoveOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const batch = await findBatch(api, batchWord);
    if (!batch.ok) return batch;
    const { id, runbookName } = batch.value;
    const member = await findMember(api, id, memberWord);
    if (!member.ok) return member;
    const { key } = member.value;
    const effects = [
      `${key} leaves batch ${id} (${runbookName}).`,
      "Its open steps are cancelled; then the runbook's on_member_removed steps run for it.",
    ];
    const question = `Remove ${key} from batch ${id}?`;
    const sure = await agreed(context, { effects, question }, options);
    if (!sure.ok) return sure;
    if (!sure.value) return ok(EXIT.ok);
    const removed = await api.call(ROUTES.removeMember, {
      path: { id, memberId: member.value.id },
    });
    if (!removed.ok) return removed;
    printItem(
      context,
      options.output,
      removed.value,
      ({ memberKey }) => `${visibleLine(memberKey)} is removed from batch ${id}.\n`,
    );
    return ok(EXIT.ok);
  });
}
