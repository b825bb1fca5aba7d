/** A batch for people: its facts, then its phases. */
import type { BatchDetail } from "../../../contract/http/batches.ts";
import { batchState } from "../../output/batch-state.ts";
import { type Look, listTable } from "../../output/columns.ts";
import { factLines, timeFact } from "../../output/details.ts";
import { PHASE_COLUMNS } from "./phase-columns.ts";

export function batchText(batch: BatchDetail, look: Look): string {
  const { active, failed, removed } = batch.memberCounts;
  const facts = factLines(
    [
      ["Batch", batch.id],
      ["Runbook", `${batch.runbookName} v${batch.runbookVersion}`],
      ["Status", batchState(batch)],
      ["Members", `${active} active, ${failed} failed, ${removed} removed`],
      ["Cut-over", batch.isManual ? "advanced by hand" : timeFact(batch.batchStartTime, look)],
      ["Seen", timeFact(batch.detectedAt, look)],
      ["Made by", batch.createdBy],
      ["Cancelled", cancelledText(batch, look)],
    ],
    look,
  );
  return batch.phases.length === 0
    ? facts
    : `${facts}\n${listTable(batch.phases, PHASE_COLUMNS, look)}`;
}

const cancelledText = ({ cancelledAt, cancelledBy }: BatchDetail, look: Look): string | null =>
  cancelledAt === null
    ? null
    : `${timeFact(cancelledAt, look)} by ${cancelledBy ?? "nobody known"}`;
