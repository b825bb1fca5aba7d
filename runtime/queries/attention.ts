/** What waits for a person: a clock that was set back, what the engine asks about, and batches that
 *  ended with failures and were not taken up again. The latter are told for some weeks; after that
 *  nobody will. */
import { type Attention, CLOCK_SUBJECT } from "../contract/http/attention.ts";
import { ok } from "../contract/result.ts";
import { type SetBack, sentenceOf } from "../domain/clock-set-back.ts";
import type { FailedEnd } from "../store/prospects.ts";
import type { OpenAttention, Records } from "../store/records.ts";
import type { Reports } from "../store/reports.ts";
import { type Answer, instantOf } from "./parts.ts";
import { setBackOf } from "./set-back.ts";

const TOLD_FOR_MS = 30 * 86_400_000;
const FAILED_ENDS_MAX = 25;

export type AttentionParts = {
  readonly reports: Reports;
  readonly records: Pick<Records, "attention">;
};

/** The clock comes first, then what the engine asks about, the oldest of each first. */
export async function attentionOf(
  parts: AttentionParts,
  now: Date,
  most: number,
): Answer<readonly Attention[]> {
  const open = await parts.records.attention(most);
  if (!open.ok) return open;
  const clock = await clockItems(parts, now);
  if (!clock.ok) return clock;
  const failed = await failedEndsOf(parts, now);
  if (!failed.ok) return failed;
  return ok([...clock.value, ...open.value.map(openOf), ...failed.value].slice(0, most));
}

/** One while the clock is not where it had been, else none. */
export async function clockItems(
  { reports }: Pick<AttentionParts, "reports">,
  now: Date,
): Answer<readonly Attention[]> {
  const setBack = await setBackOf(reports, now);
  if (!setBack.ok) return setBack;
  return ok(setBack.value === null ? [] : [clockItem(setBack.value)]);
}

const clockItem = (setBack: SetBack): Attention => ({
  subject: CLOCK_SUBJECT,
  batchId: null,
  reason: sentenceOf(setBack),
  actions: [],
  openedAt: instantOf(setBack.at),
});

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
