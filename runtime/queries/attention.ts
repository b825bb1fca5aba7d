/** What waits for a person: what the engine asks about, and batches that ended with failures and
 *  were not taken up again. The latter are told for some weeks; after that nobody will. */
import type { Attention } from "../contract/http/attention.ts";
import { ok } from "../contract/result.ts";
import type { FailedEnd } from "../store/prospects.ts";
import type { OpenAttention, Records } from "../store/records.ts";
import type { Reports } from "../store/reports.ts";
import { type Answer, instantOf } from "./parts.ts";

const TOLD_FOR_MS = 30 * 86_400_000;
const FAILED_ENDS_MAX = 25;

export type AttentionParts = {
  readonly reports: Reports;
  readonly records: Pick<Records, "attention">;
};

/** What the engine asks about comes first, the oldest of each first. */
export async function attentionOf(
  parts: AttentionParts,
  now: Date,
  most: number,
): Answer<readonly Attention[]> {
  const open = await parts.records.attention(most);
  if (!open.ok) return open;
  const failed = await failedEndsOf(parts, now);
  if (!failed.ok) return failed;
  return ok([...open.value.map(openOf), ...failed.value].slice(0, most));
}

export async function failedEndsOf(
  { reports }: Pick<AttentionParts, "reports">,
  now: Date,
): Answer<readonly Attention[]> {
  const since = new Date(now.getTime() - TOLD_FOR_MS);
  const ends = await reports.insights.failedEnds(since, FAILED_ENDS_MAX);
  if (!ends.ok) return ends;
  const inTurn = ends.value.toSorted((one, other) => Number(one.endedAt) - Number(other.endedAt));
  return ok(inTurn.map(endOf));
}

const openOf = ({ batchId, actions, openedAt, ...row }: OpenAttention): Attention => ({
  ...row,
  batchId: batchId === 0 ? null : batchId,
  actions: [...actions],
  openedAt: instantOf(openedAt),
});

function endOf({ batchId, isInit, members, failed, endedAt }: FailedEnd): Attention {
  const reason = isInit
    ? "The batch ended because its init failed."
    : `The batch ended with ${failed} of ${members} members failed.`;
  const actions = [isInit ? "retry-init" : "retry-failed"];
  return {
    subject: `batch:${batchId}:failed`,
    batchId,
    reason,
    actions,
    openedAt: instantOf(endedAt),
  };
}
