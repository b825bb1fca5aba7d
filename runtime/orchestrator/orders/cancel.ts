/** Calls a batch off: what is open is cancelled, what is out is awaited (X-18, R27). */
import type { BatchId } from "../../contract/ids.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { byOrder, type Desk, once, orderOf } from "./desk.ts";

export const cancel =
  (desk: Desk) =>
  (request: { readonly batchId: BatchId }, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "cancel", ...request }, (kept) => {
      const input = {
        kind: "cancel",
        by: byOrder(asked, "cancel"),
        ifSeq: asked.ifSeq ?? null,
      } as const;
      return orderOf(desk, request.batchId, input, kept, {});
    });
