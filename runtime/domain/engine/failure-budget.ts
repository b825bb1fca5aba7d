/** The failure budget of a batch: more failures than it allows pause the batch and call for a
 *  person.
 *  - So many members, or such a share of those done in a phase. The share counts once enough are
 *    done there to mean anything, whoever makes them enough, also one who came through. From then
 *    on who comes through only makes the share smaller, and nothing but another failure pauses.
 *    Who comes late to a phase that has ended counts in it like those before.
 *  - What a person has accepted by resuming counts no more, in either measure. Who is tried again
 *    is not failed, so neither is it accepted: should it fail again, that counts. A budget that is
 *    spent under somebody's pause asks as well, before anything is accepted by resuming. */
import type { PhaseExecutionId } from "../../contract/ids.ts";
import { closeAttention, needsAttention, openAttention } from "./attention.ts";
import { setBatch, setPhase } from "./change.ts";
import type { Draft } from "./draft.ts";
import { record } from "./record.ts";
import type { FailureBudget, MemberRow, PhaseRow } from "./rows.ts";
import { isLiveBatch } from "./statuses.ts";
import { rowOf, rowsOf } from "./table.ts";

const budgetSubject = (d: Draft): string => `batch:${d.batch.id}:budget`;

/** A member has failed in a phase, and with that is done in all it was under way in. */
export function spendBudget(
  d: Draft,
  failedIn: PhaseExecutionId | 0,
  left: readonly PhaseExecutionId[],
): void {
  const { budget } = d.batch;
  if (budget === null) return;
  const isTooMany = budget.failedMax !== null && unaccepted(d) > budget.failedMax;
  const phases = failedIn === 0 ? left : [failedIn, ...left];
  const phaseId = isTooMany ? failedIn : phases.find((id) => isShareSpent(d, budget, id));
  if (phaseId !== undefined) askForPerson(d, phaseId);
}

/** A member came through a phase, and with it enough may be done there. */
export function fillSample(d: Draft, phaseId: PhaseExecutionId): void {
  const { budget } = d.batch;
  if (budget === null || doneIn(d, phaseId) !== budget.sampleMin) return;
  if (unaccepted(d) > 0 && isShareSpent(d, budget, phaseId)) askForPerson(d, phaseId);
}

/** The budget is another one: perhaps it is spent already. */
export function judgeBudget(d: Draft): void {
  if (!isLiveBatch(d.batch.status)) return;
  const underWay = [...rowsOf(d.phases)].filter(({ status }) => status === "dispatched");
  spendBudget(
    d,
    0,
    underWay.map(({ id }) => id),
  );
}

/** A person goes on in spite of them. */
export function acceptFailures(d: Draft): void {
  const { failedMembers, acceptances } = d.batch;
  setBatch(d, { failuresAccepted: failedMembers, acceptances: acceptances + 1 });
  for (const phase of [...rowsOf(d.phases)]) {
    const failed = failedIn(phase);
    if (failed !== phase.failuresAccepted) setPhase(d, phase.id, { failuresAccepted: failed });
  }
  closeAttention(d, budgetSubject(d));
}

/** One who failed does so no more, perhaps one whose failure was accepted. Of members that failed
 *  before such things were kept nobody knows: then no more than have failed can be accepted. */
export const acceptedWithout = (
  { batch }: Draft,
  { failedAfter }: MemberRow,
  { failed, accepted }: { readonly failed: number; readonly accepted: number },
): number => Math.min(failed - 1, accepted - Number(failedAfter < batch.acceptances));

const unaccepted = ({ batch }: Draft): number => batch.failedMembers - batch.failuresAccepted;

/** Who is failed now and had not passed the phase, in time or late. */
export const failedIn = ({ failed, lateFailed }: PhaseRow): number => failed + lateFailed;

export const failuresIn = (phase: PhaseRow) => ({
  failed: failedIn(phase),
  accepted: phase.failuresAccepted,
});

const unacceptedIn = (phase: PhaseRow): number => failedIn(phase) - phase.failuresAccepted;

function doneIn(d: Draft, phaseId: PhaseExecutionId): number {
  const phase = rowOf(d.phases, phaseId);
  const { succeeded, lateSucceeded, lateWithdrawn } = phase;
  return succeeded + lateSucceeded - lateWithdrawn + unacceptedIn(phase);
}

function isShareSpent(
  d: Draft,
  { failedPercentMax, sampleMin }: FailureBudget,
  phaseId: PhaseExecutionId,
): boolean {
  const done = doneIn(d, phaseId);
  if (failedPercentMax === null || done < sampleMin) return false;
  return unacceptedIn(rowOf(d.phases, phaseId)) * 100 > failedPercentMax * done;
}

function askForPerson(d: Draft, phaseId: PhaseExecutionId | 0): void {
  const { failedMembers, paused } = d.batch;
  if (!paused) {
    setBatch(d, { paused: true });
    record(d, "batch.paused", { phaseId, detail: { reason: "failure-budget", failedMembers } });
  }
  if (needsAttention(d, budgetSubject(d))) return;
  // Jobs that are out may fail yet: how many have is told by the batch, and not frozen here.
  const reason = "More members failed than the failure budget allows.";
  openAttention(d, budgetSubject(d), reason, ["resume", "retry-member", "cancel"]);
}
