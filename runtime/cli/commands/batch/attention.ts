/** `drover batch attention`: what can go no further without a person, of a batch or of all. */
import type { Attention } from "../../../contract/http/attention.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findBatchId } from "../../client/find-batch.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";

const COLUMNS: readonly Column<Attention>[] = [
  { heading: "BATCH", of: ({ batchId }) => batchId, kind: "number" },
  { heading: "SUBJECT", of: ({ subject }) => subject },
  { heading: "SINCE", of: ({ openedAt }) => openedAt, kind: "time" },
  { heading: "ACTIONS", of: ({ actions }) => actions.join(", ") },
  { heading: "REASON", of: ({ reason }) => reason },
];

export function listAttention(
  context: Context,
  word: string | undefined,
  { output }: { readonly output: ListForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const id = word === undefined ? ok(null) : await findBatchId(api, word);
    if (!id.ok) return id;
    const attention =
      id.value === null
        ? await api.call(ROUTES.listAttention)
        : await api.call(ROUTES.listBatchAttention, { path: { id: id.value } });
    if (!attention.ok) return attention;
    printList(context, output, {
      items: attention.value.items,
      columns: COLUMNS,
      nowMs: await api.nowMs(),
      empty: "Nothing needs a person.",
    });
    return ok(EXIT.ok);
  });
}
