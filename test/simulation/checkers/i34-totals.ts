/** I34, as far as the engine has it: what a batch says of its members and jobs, and a phase of
 *  those who are through or failed in it, is what the rows say. And progress never goes back: who
 *  is through a phase stays so, unless it begins anew, who failed in it, unless somebody retries
 *  it, and of a phase that has ended nothing changes but who came late. */
import type { PhaseExecutionId } from "../../../runtime/contract/ids.ts";
import type { PhaseRow } from "../../../runtime/domain/engine/rows.ts";
import { isTerminalPhase } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker, Violate } from "../watch/checker.ts";
import type { BatchRows, Change, Commit } from "../watch/commit.ts";
import { isHolding, isUndoing } from "../watch/rows.ts";
import { doneIn } from "./l02/done-in-phase.ts";

function recount({ batch, members, executions, phases }: BatchRows, violate: Violate): void {
  let active = 0;
  let failed = 0;
  for (const { status } of members.values()) {
    if (status === "active") active += 1;
    if (status === "failed") failed += 1;
  }
  let out = 0;
  let undoing = 0;
  let late = 0;
  for (const row of executions.values()) {
    if (row.outstanding) out += 1;
    if (isUndoing(row) && isHolding(row)) undoing += 1;
    const phase = row.phaseId === 0 ? undefined : phases.get(row.phaseId);
    if (phase !== undefined && isTerminalPhase(phase.status) && isHolding(row)) late += 1;
  }
  const { memberCount, activeMembers, failedMembers, inFlight, compensations } = batch;
  const said = [memberCount, activeMembers, failedMembers, inFlight, compensations];
  said.push(batch.lateExecutions);
  const counted = [members.size, active, failed, out, undoing, late];
  if (said.join() !== counted.join())
    violate(`batch ${batch.id} says ${said}, there are ${counted}`);
}

/** Phases whose counts this commit may have changed. */
function touched({ rows, phases, executions, members }: Commit): Iterable<PhaseExecutionId> {
  if (members.length > 0) return rows.phases.keys();
  const ids = new Set(phases.map(({ after }) => after.id));
  for (const { after } of executions) if (after.phaseId !== 0) ids.add(after.phaseId);
  return ids;
}

function recountPhases(commit: Commit, violate: Violate): void {
  const { rows } = commit;
  for (const id of touched(commit)) {
    const phase = rows.phases.get(id);
    if (phase?.status !== "dispatched") continue;
    const { through, failed } = doneIn(rows, id);
    const { succeeded } = phase;
    if (succeeded !== through || phase.failed !== failed.size)
      violate(`phase ${id} says ${succeeded}+${phase.failed}, ${through}+${failed.size} are done`);
  }
}

/** How many began anew in this commit, and how many were tried again: perhaps to fail again at
 *  once. */
function beginningAgain(commit: Commit): { readonly anew: number; readonly again: number } {
  let anew = 0;
  for (const { before, after } of commit.members) {
    if (before !== null && after.generation > before.generation) anew += 1;
  }
  const retried = commit.events.filter(({ type }) => type === "member.retried");
  return { anew, again: retried.length };
}

const TOLD_AT_THE_END = ["total", "remaining", "succeeded", "failed", "outcome"] as const;

function wentBack(commit: Commit, { before, after }: Change<PhaseRow>): string | null {
  if (before === null) return null;
  if (after.lateMembers < before.lateMembers || after.lateSucceeded < before.lateSucceeded)
    return "lost late members";
  if (before.status === "completed" || before.status === "failed") {
    const changed = TOLD_AT_THE_END.find((column) => after[column] !== before[column]);
    return changed === undefined ? null : `has ended and says another ${changed}`;
  }
  const { anew, again } = beginningAgain(commit);
  if (after.succeeded < before.succeeded - anew) return "lost members who were through";
  return after.failed < before.failed - anew - again ? "lost members who had failed" : null;
}

export const totalsAgree: Checker = {
  id: "I34",
  open: (_scene, violate) => ({
    onCommit: (commit) => {
      recount(commit.rows, violate);
      recountPhases(commit, violate);
      for (const change of commit.phases) {
        const wrong = wentBack(commit, change);
        if (wrong !== null) violate(`phase ${change.after.id} ${wrong}`);
      }
    },
  }),
};
