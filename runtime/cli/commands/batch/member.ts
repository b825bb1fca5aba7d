/** `drover batch member`: one member with what is known of it. */
import type { Member } from "../../../contract/http/members.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import { findMember } from "../../client/find-member.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Look } from "../../output/columns.ts";
import { type Fact, factLines, timeFact } from "../../output/details.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";

export function getMember(
  context: Context,
  batchWord: string,
  memberWord: string,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, batchWord);
    if (!id.ok) return id;
    const found = await findMember(api, id.value, memberWord);
    if (!found.ok) return found;
    const path = { id: id.value, memberId: found.value.id };
    const member = await api.call(ROUTES.getMember, { path });
    if (!member.ok) return member;
    const look = lookOf(context, await api.nowMs());
    printItem(context, output, member.value, (shown) => memberText(shown, look));
    context.note(`Its steps: \`drover batch steps ${id.value} --member ${found.value.id}\`\n`);
    return ok(EXIT.ok);
  });
}

const memberText = (member: Member, look: Look): string =>
  factLines(
    [
      ["Member", member.memberKey],
      ["Id", member.id],
      ["Batch", member.batchId],
      ["Status", member.status],
      ["Added", timeFact(member.addedAt, look)],
      ["Failed", timeFact(member.failedAt, look)],
      ["Removed", timeFact(member.removedAt, look)],
      ...Object.entries(member.data).map(valueFact),
      ...Object.entries(member.workerData).map(valueFact),
    ],
    look,
  );

const valueFact = ([name, value]: readonly [string, unknown]): Fact => [
  name,
  typeof value === "string" ? value : JSON.stringify(value),
];
