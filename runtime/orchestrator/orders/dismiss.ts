/** Takes what only wants to be known off the list of what needs a person: an input that was set
 *  aside, a finalize that failed and was undone. What is still wrong comes up again. */
import type { BatchId } from "../../contract/ids.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { byOrder, type Desk, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export type DismissRequest = {
  readonly batchId: BatchId;
  /** As the attention shows it. */
  readonly subject: string;
};

export const dismiss =
  (desk: Desk) =>
  (request: DismissRequest, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "dismiss", ...request }, (kept) => {
      const { batchId, subject } = request;
      const by = byOrder(asked, "dismiss");
      const input = { kind: "dismiss", by, ifSeq: asked.ifSeq ?? null, subject } as const;
      return orderOf(desk, batchId, input, kept, {});
    });
