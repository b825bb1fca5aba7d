/** `drover batch approve-removals`: lets members go whose removal is held. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatch } from "../../client/find-batch.ts";
import { findMember } from "../../client/find-member.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { type AgreeOptions, agreed, counted } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";

export type ApproveOptions = AgreeOptions & {
  readonly output: ItemForm;
  readonly member?: readonly string[];
};

export function approveRemovals(
  context: Context,
  word: string,
  options: ApproveOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const batch = await findBatch(api, word);
    if (!batch.ok) return batch;
    const { id } = batch.value;
    const memberIds: number[] = [];
    for (const each of options.member ?? []) {
      const found = await findMember(api, id, each);
      if (!found.ok) return found;
      memberIds.push(found.value.id);
    }
    const whom =
      memberIds.length === 0
        ? "Everybody whom the source does not show at present"
        : counted(memberIds.length, "member");
    const effects = [`${whom} leaves batch ${id}; the on_member_removed steps run for them.`];
    const question = `Approve the removals held in batch ${id}?`;
    const sure = await agreed(context, { effects, question }, options);
    if (!sure.ok) return sure;
    if (!sure.value) return ok(EXIT.ok);
    const body = { memberIds: memberIds.length === 0 ? null : memberIds };
    const approved = await api.call(ROUTES.approveRemovals, { path: { id }, body });
    if (!approved.ok) return approved;
    printItem(
      context,
      options.output,
      approved.value,
      ({ members }) => `${counted(members, "member")} of batch ${id} may go.\n`,
    );
    return ok(EXIT.ok);
  });
}
