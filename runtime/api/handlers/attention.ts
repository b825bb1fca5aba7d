/** What needs a person, of everything or of one batch. */
import type { Attention } from "../../contract/http/attention.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import { attentionOf } from "../../queries/attention.ts";
import type { Backend } from "../backend.ts";
import { type Answer, storeAway } from "../serving/answer.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { batchExists } from "./batches.ts";

type Parts = Pick<Backend, "clock" | "reports" | "store">;

export const attentionHandlers = (
  parts: Parts,
): HandlersOf<"listAttention" | "listBatchAttention"> => ({
  listAttention: async () => {
    const open = await openOf(parts);
    return open.ok ? ok({ items: [...open.value] }) : open;
  },
  listBatchAttention: async ({ params: { id } }) => {
    const exists = await batchExists(parts, id);
    if (!exists.ok) return exists;
    const open = await openOf(parts);
    return open.ok ? ok({ items: open.value.filter(({ batchId }) => batchId === id) }) : open;
  },
});

async function openOf({ clock, reports, store }: Parts): Promise<Answer<readonly Attention[]>> {
  const { records } = store;
  const open = await attentionOf({ reports, records }, clock.now(), LIMITS.pageSizeMax);
  return open.ok ? open : storeAway(open.error);
}
