/** One init that failed, from its failed step on; anew when it was rolled back. */
import type { BatchId } from "../../contract/ids.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { byOrder, type Desk, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export const retryInit =
  (desk: Desk) =>
  (request: { readonly batchId: BatchId }, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "retry-init", ...request }, (kept) => {
      const input = {
        kind: "retry-init",
        by: byOrder(asked, "retry-init"),
        ifSeq: asked.ifSeq ?? null,
      } as const;
      return orderOf(desk, request.batchId, input, kept, {});
    });
