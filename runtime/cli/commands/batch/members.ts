/** `drover batch members`: who is in a batch. */
import type { Member } from "../../../contract/http/members.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import type { MemberStatus } from "../../../contract/statuses.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import { cutNote, listed } from "../../client/pages.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";
import { statusTone } from "../../output/status-tone.ts";

export type MembersOptions = {
  readonly output: ListForm;
  readonly limit: number;
  readonly status?: MemberStatus;
};

const COLUMNS: readonly Column<Member>[] = [
  { heading: "ID", of: ({ id }) => id, kind: "number" },
  { heading: "MEMBER", of: ({ memberKey }) => memberKey },
  { heading: "STATUS", of: ({ status }) => status, tone: ({ status }) => statusTone(status) },
  { heading: "ADDED", of: ({ addedAt }) => addedAt, kind: "time" },
  { heading: "LEFT", of: ({ removedAt, failedAt }) => removedAt ?? failedAt, kind: "time" },
];

export function listMembers(
  context: Context,
  word: string,
  { output, limit, status }: MembersOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = await findBatchId(api, word);
    if (!id.ok) return id;
    const asked = { path: { id: id.value }, query: { status } };
    const members = await listed(api, ROUTES.listMembers, asked, limit);
    if (!members.ok) return members;
    const nowMs = await api.nowMs();
    const empty = "The batch has no such member.";
    printList(context, output, { items: members.value.items, columns: COLUMNS, nowMs, empty });
    context.note(cutNote(members.value));
    return ok(EXIT.ok);
  });
}
