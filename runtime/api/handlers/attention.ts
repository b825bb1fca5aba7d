/** What needs a person, of everything or of one batch. */
import type { Attention } from "../../contract/http/attention.ts";
import { Instant } from "../../contract/instant.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import type { OpenAttention } from "../../store/records.ts";
import type { Backend } from "../backend.ts";
import { type Answer, storeAway } from "../serving/answer.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { batchExists } from "./batches.ts";

type Parts = Pick<Backend, "reports" | "store">;

export const attentionHandlers = (
  parts: Parts,
): HandlersOf<"listAttention" | "listBatchAttention"> => ({
  listAttention: async () => {
    const open = await attentionOf(parts);
    return open.ok ? ok({ items: [...open.value] }) : open;
  },
  listBatchAttention: async ({ params: { id } }) => {
    const exists = await batchExists(parts, id);
    if (!exists.ok) return exists;
    const open = await attentionOf(parts);
    return open.ok ? ok({ items: open.value.filter(({ batchId }) => batchId === id) }) : open;
  },
});

async function attentionOf({ store }: Parts): Promise<Answer<readonly Attention[]>> {
  const open = await store.records.attention(LIMITS.pageSizeMax);
  return open.ok ? ok(open.value.map(shownOf)) : storeAway(open.error);
}

const shownOf = ({ subject, batchId, reason, actions, openedAt }: OpenAttention): Attention => ({
  subject,
  batchId: batchId === 0 ? null : batchId,
  reason,
  actions: [...actions],
  openedAt: Instant.parse(openedAt.toISOString()),
});
