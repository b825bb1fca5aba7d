/** Moves of whole sets, as calls. They come after the single rows of their decision: who is
 *  active is what the decision leaves behind. */
import type { BatchId } from "../../../contract/ids.ts";
import type { Bulk } from "../../../domain/engine/bulk.ts";
import { cancelOpen } from "../bulk/cancel-open.ts";
import { closeHeldAttention } from "../bulk/close-held-attention.ts";
import { letGoHeld } from "../bulk/let-go-held.ts";
import { openPhase } from "../bulk/open-phase.ts";
import { wake } from "../bulk/wake.ts";
import { type Call, once } from "./call.ts";

export function bulkCalls(bulk: Bulk, batchId: BatchId): readonly Call[] {
  const at = bulk.at.toISOString();
  switch (bulk.kind) {
    case "openPhase": {
      const { phaseId, firstId, steps, members, fence } = bulk;
      const except = JSON.stringify(bulk.exceptMembers);
      const indexes = JSON.stringify(Array.from({ length: steps }, (_, index) => index));
      return [once(openPhase, phaseId, batchId, firstId, members, fence, at, except, indexes)];
    }
    case "cancelOpen": {
      const except = JSON.stringify(bulk.except);
      return [
        once(closeHeldAttention, at, batchId, except),
        once(cancelOpen, at, batchId, except),
        once(letGoHeld, batchId, except),
      ];
    }
    case "wake": {
      const except = JSON.stringify(bulk.except);
      return [once(wake, at, batchId, bulk.waitingFor, bulk.phaseId ?? 0, except)];
    }
  }
}
