/** The failure budget: how many members may fail before the batch pauses and asks. What a person
 *  has accepted by resuming counts no more, in either measure; a member that is tried again is
 *  not failed, so neither is it accepted. */
import { setBatch, setPhase } from "./change.ts";
import type { Draft } from "./draft.ts";
import { closeAttention, openAttention, record } from "./record.ts";
import type { PhaseRow } from "./rows.ts";
import { isLiveBatch } from "./statuses.ts";
import { rowsOf } from "./table.ts";

const budgetSubject = (d: Draft): string => `batch:${d.batch.id}:budget`;

/** Asked after each failure, and when the budget changes. */
export function spendBudget(d: Draft, phase: PhaseRow | null): void {
  const { budget, paused, status, failedMembers } = d.batch;
  if (budget === null || paused || !isLiveBatch(status)) return;
  if (!areTooMany(d) && !(phase !== null && isTooLargeAShare(d, phase))) return;
  setBatch(d, { paused: true });
  const phaseId = phase?.id ?? 0;
  record(d, "batch.paused", { phaseId, detail: { reason: "failure-budget", failedMembers } });
  const reason = `${failedMembers} members failed: more than the failure budget allows.`;
  openAttention(d, budgetSubject(d), reason, ["resume", "retry-member", "cancel"]);
}

function areTooMany({ batch: { budget, failedMembers, failuresAccepted } }: Draft): boolean {
  const most = budget?.failedMax ?? null;
  return most !== null && failedMembers - failuresAccepted > most;
}

function isTooLargeAShare(
  { batch: { budget } }: Draft,
  { succeeded, failed, failuresAccepted }: PhaseRow,
): boolean {
  const most = budget?.failedPercentMax ?? null;
  if (budget === null || most === null) return false;
  const counted = failed - failuresAccepted;
  const done = succeeded + counted;
  return done >= budget.sampleMin && counted * 100 > most * done;
}

/** A person goes on in spite of them. */
export function acceptFailures(d: Draft): void {
  setBatch(d, { failuresAccepted: d.batch.failedMembers });
  for (const { id, failed, failuresAccepted } of [...rowsOf(d.phases)]) {
    if (failed !== failuresAccepted) setPhase(d, id, { failuresAccepted: failed });
  }
  closeAttention(d, budgetSubject(d));
}

/** Fewer have failed than before: no more than those can be accepted. */
export function acceptAtMost(failed: number, accepted: number): number {
  return Math.min(failed, accepted);
}
