/** The orders of a batch as it stands. */
import type { BatchDetail } from "../../../contract/http/batches.ts";
import { counted } from "../format/words.ts";
import { ADMINS, OPERATORS, type Order } from "./order.ts";

const isOver = ({ status }: BatchDetail): boolean => status === "completed" || status === "failed";

const endedRefusal = (batch: BatchDetail): string | null =>
  isOver(batch) || batch.statusReason === "cancelling" ? "The batch has ended or is ending" : null;

function pauseOrder(batch: BatchDetail): Order {
  const { id, isPaused } = batch;
  const verb = isPaused ? "resume" : "pause";
  return {
    word: isPaused ? "Resume" : "Pause",
    icon: isPaused ? "running" : "paused",
    consequence: isPaused
      ? "What is due is sent to the workers again. Nothing that was done is repeated."
      : "Nothing more is sent to the workers. What they have in hand ends as it would, and " +
        "its results are kept. Due times go on: what becomes due meanwhile is sent when you " +
        "resume.",
    cli: `drover batch ${verb} ${id}`,
    roles: OPERATORS,
    method: "POST",
    path: `/api/batches/${id}/${verb}`,
    body: {},
    refusal: endedRefusal(batch),
  };
}

function retryOrder(batch: BatchDetail): Order {
  const { id, memberCounts } = batch;
  return {
    word: "Retry failed",
    icon: "polling",
    consequence:
      `${counted(memberCounts.failed, "failed member")} to go on from the step that failed. ` +
      "Steps that succeeded are not repeated; members whose rollback still runs are left out.",
    cli: `drover batch retry ${id}`,
    roles: OPERATORS,
    method: "POST",
    path: `/api/batches/${id}/retry-failed`,
    body: {},
    refusal: memberCounts.failed === 0 ? "Nobody has failed" : endedRefusal(batch),
  };
}

function advanceOrder(batch: BatchDetail, ifMatch: string | null): Order {
  return {
    word: "Start next phase",
    icon: "arrow",
    consequence:
      "The next phase of this manual batch begins now, for every active member. It cannot " +
      "be called back; you can pause or cancel the batch.",
    cli: `drover batch advance ${batch.id}`,
    roles: ADMINS,
    method: "POST",
    path: `/api/batches/${batch.id}/advance`,
    ifMatch,
    refusal: endedRefusal(batch),
  };
}

function cancelOrder(batch: BatchDetail): Order {
  return {
    word: "Cancel batch",
    icon: "failed",
    consequence:
      "Nothing more is begun for anybody. What workers have in hand ends, then finalize runs; " +
      "what was done stays done. A cancelled batch cannot be taken up again.",
    cli: `drover batch cancel ${batch.id}`,
    roles: ADMINS,
    method: "POST",
    path: `/api/batches/${batch.id}/cancel`,
    body: {},
    typed: `cancel ${batch.id}`,
    refusal: endedRefusal(batch),
  };
}

/** Only what another click would do twice is tied to what was seen: a batch under way changes from
 *  second to second, and pausing it must not be refused for that. */
export function batchOrders(batch: BatchDetail, ifMatch: string | null): readonly Order[] {
  return [
    ...(batch.isManual ? [advanceOrder(batch, ifMatch)] : []),
    retryOrder(batch),
    pauseOrder(batch),
    cancelOrder(batch),
  ];
}
