/** One failed member, from its failed step on; from the start when that was rolled back. */
import type { BatchId, MemberId } from "../../contract/ids.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { byOrder, type Desk, once, orderOf } from "./desk.ts";

export type RetryMemberRequest = { readonly batchId: BatchId; readonly memberId: MemberId };

export const retryMember =
  (desk: Desk) =>
  (request: RetryMemberRequest, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "retry-member", ...request }, (kept) => {
      const { batchId, memberId } = request;
      const by = byOrder(asked, "retry-member");
      const input = { kind: "retry-member", by, ifSeq: asked.ifSeq ?? null, memberId } as const;
      return orderOf(desk, batchId, input, kept, {});
    });
