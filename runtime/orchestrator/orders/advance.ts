/** The next stage of a manual batch: first its init, then each phase in order (M-091). */
import type { BatchId } from "../../contract/ids.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { byOrder, type Desk, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export const advance =
  (desk: Desk) =>
  (request: { readonly batchId: BatchId }, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "advance", ...request }, (kept) => {
      const input = {
        kind: "advance",
        by: byOrder(asked, "advance"),
        ifSeq: asked.ifSeq ?? null,
      } as const;
      return orderOf(desk, request.batchId, input, kept, {});
    });
