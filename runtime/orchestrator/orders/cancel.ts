/** Calls a batch off: what is open is cancelled, what is out is awaited (X-18, R27). Why is kept in
 *  the log, where somebody said it. */
import type { BatchId } from "../../contract/ids.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { byOrder, type Desk, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export type CancelRequest = { readonly batchId: BatchId; readonly reason?: string };

export const cancel =
  (desk: Desk) =>
  (request: CancelRequest, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "cancel", ...request }, (kept) => {
      const { actor, cause } = byOrder(asked, "cancel");
      const by = { actor, cause: request.reason ? `${cause}: ${request.reason}` : cause };
      const input = { kind: "cancel", by, ifSeq: asked.ifSeq ?? null } as const;
      return orderOf(desk, request.batchId, input, kept, {});
    });
