/** Operators' orders to a batch as a whole: advance a manual one, cancel any. */
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import { endEarly } from "./end-early.ts";
import { isFilled, startBatch } from "./on-batch-detected.ts";
import { openPhase } from "./open-phase.ts";
import { isLiveBatch } from "./statuses.ts";
import { rowsOf } from "./table.ts";

/** First init, then each phase in order, one call each; never while one is under way (M-091). */
export function onAdvance(d: Draft): Verdict {
  const { isManual, status, lateExecutions } = d.batch;
  if (!isManual) return { refused: "not-manual" };
  if (!isLiveBatch(status)) return { refused: "nothing-left" };
  if (status === "init_dispatched") return { refused: "in-progress" };
  if (status === "detected") {
    if (!isFilled(d)) return { refused: "not-filled" };
    startBatch(d);
    if (d.batch.status !== "active") return "applied";
  }
  const phases = [...rowsOf(d.phases)];
  const isBusy = phases.some((phase) => phase.status === "dispatched") || lateExecutions > 0;
  if (isBusy) return { refused: "in-progress" };
  const next = phases.find((phase) => phase.status === "pending");
  if (next !== undefined) openPhase(d, next.id, "advanced");
  return next === undefined && status === "active" ? { refused: "nothing-left" } : "applied";
}

/** A batch that has ended by itself cannot be called off any more. */
export function onCancel(d: Draft): Verdict {
  const { status, statusReason } = d.batch;
  if (statusReason === "cancelling" || statusReason === "cancelled") return "duplicate";
  if (!isLiveBatch(status)) return { refused: "batch-ended" };
  endEarly(d, "cancelled", "cancelling");
  return "applied";
}
