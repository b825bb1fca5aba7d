/** A batch's state in words: its status and what the status has no word for. */
import type { BatchSummary } from "../../contract/http/batches.ts";
import type { Tone } from "./colour.ts";
import { statusTone } from "./status-tone.ts";

export function batchState(batch: BatchSummary): string {
  const { status, statusReason, outcome, isManual, isPaused, needsAttention } = batch;
  const parts = [
    statusReason === null ? status : `${status} (${statusReason})`,
    ...(isManual && status === "detected" ? ["not begun"] : []),
    ...(outcome === "partial" ? ["in part"] : []),
    ...(isPaused ? ["paused"] : []),
    ...(needsAttention ? ["needs attention"] : []),
  ];
  return parts.join(", ");
}

export const batchTone = ({ status, needsAttention }: BatchSummary): Tone | null =>
  needsAttention ? "bad" : statusTone(status);
