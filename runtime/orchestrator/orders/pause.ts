/** Stops what has not been sent, of a batch or of one phase, and lets it go on. */
import type { BatchId, PhaseExecutionId } from "../../contract/ids.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { byOrder, type Desk, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export type PauseRequest = {
  readonly batchId: BatchId;
  /** Left out: the whole batch. */
  readonly phaseId?: PhaseExecutionId;
};

type Kind = "pause" | "resume";

const pauseOrder =
  (kind: Kind) =>
  (desk: Desk) =>
  (request: PauseRequest, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: kind, ...request }, (kept) => {
      const { batchId, phaseId = null } = request;
      const by = byOrder(asked, kind);
      const input = { kind, by, ifSeq: asked.ifSeq ?? null, phaseId } as const;
      return orderOf(desk, batchId, input, kept, {});
    });

export const pause = pauseOrder("pause");
export const resume = pauseOrder("resume");
