/** One failed member, from its failed step on; from the start when that was rolled back. When it
 *  was in another batch since and that is not done with it, it waits for that one (R36). */
import type { BatchId, MemberId } from "../../contract/ids.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { byOrder, type Desk, notDone, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export type RetryMemberRequest = { readonly batchId: BatchId; readonly memberId: MemberId };

export const retryMember =
  (desk: Desk) =>
  (request: RetryMemberRequest, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "retry-member", ...request }, async (kept) => {
      const { batchId, memberId } = request;
      const whom = { members: [memberId], executions: [] };
      const busy = await desk.store.lookups.busyElsewhere(batchId, whom);
      if (!busy.ok) return notDone(busy.error);
      const waitsFor = busy.value.get(memberId) ?? null;
      const by = byOrder(asked, "retry-member");
      const ifSeq = asked.ifSeq ?? null;
      const input = { kind: "retry-member", by, ifSeq, memberId, waitsFor } as const;
      return orderOf(desk, batchId, input, kept, {});
    });
