/** The failure budget of a batch: more failures than it allows pause the batch and call for a
 *  person.
 *  - So many members: those that a resuming operator has not accepted yet count.
 *  - Such a share of those done in a phase: it counts once enough are done there to mean anything,
 *    whoever makes them enough, also one who came through. From then on who comes through only
 *    makes the share smaller, and nothing but another failure pauses. */
import type { PhaseExecutionId } from "../../contract/ids.ts";
import { setBatch } from "./change.ts";
import type { Draft } from "./draft.ts";
import { openAttention, record } from "./record.ts";
import type { FailureBudget } from "./rows.ts";
import { rowOf } from "./table.ts";

export const budgetSubject = (d: Draft): string => `batch:${d.batch.id}:budget`;

/** A member has failed in a phase, and with that is done in all it was under way in. */
export function spendBudget(
  d: Draft,
  failedIn: PhaseExecutionId,
  left: readonly PhaseExecutionId[],
): void {
  const { budget, paused } = d.batch;
  if (budget === null || paused) return;
  const isTooMany = budget.failedMax !== null && unaccepted(d) > budget.failedMax;
  const phaseId = isTooMany
    ? failedIn
    : [failedIn, ...left].find((id) => isShareSpent(d, budget, id));
  if (phaseId !== undefined) pauseFor(d, phaseId);
}

/** A member came through a phase, and with it enough may be done there. */
export function fillSample(d: Draft, phaseId: PhaseExecutionId): void {
  const { budget, paused } = d.batch;
  if (budget === null || paused || doneIn(d, phaseId) !== budget.sampleMin) return;
  if (unaccepted(d) > 0 && isShareSpent(d, budget, phaseId)) pauseFor(d, phaseId);
}

const unaccepted = ({ batch }: Draft): number => batch.failedMembers - batch.failuresAccepted;

function doneIn(d: Draft, phaseId: PhaseExecutionId): number {
  const { succeeded, failed } = rowOf(d.phases, phaseId);
  return succeeded + failed;
}

function isShareSpent(
  d: Draft,
  { failedPercentMax, sampleMin }: FailureBudget,
  phaseId: PhaseExecutionId,
): boolean {
  const done = doneIn(d, phaseId);
  if (failedPercentMax === null || done < sampleMin) return false;
  return rowOf(d.phases, phaseId).failed * 100 > failedPercentMax * done;
}

function pauseFor(d: Draft, phaseId: PhaseExecutionId): void {
  const { failedMembers } = d.batch;
  setBatch(d, { paused: true });
  record(d, "batch.paused", { phaseId, detail: { reason: "failure-budget", failedMembers } });
  const count = failedMembers === 1 ? "1 member" : `${failedMembers} members`;
  const reason = `${count} failed: more than the failure budget allows.`;
  openAttention(d, budgetSubject(d), reason, ["resume", "retry-member", "cancel"]);
}
