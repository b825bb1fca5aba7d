/** Looking things up in the facts: rows, what the runbook says of them, and which step a member is
 *  at. */
import type { MemberId, PhaseExecutionId } from "../../contract/ids.ts";
import { isCompensation } from "../engine/execution-row.ts";
import type { PhaseRow } from "../engine/rows.ts";
import { isLiveBatch, isOpenStep } from "../engine/statuses.ts";
import type { Phase, Step } from "../runbook.ts";
import type { Facts, SeenStep } from "./facts.ts";

export const stepsOf = ({ steps }: Facts, memberId: MemberId | 0): readonly SeenStep[] =>
  steps.get(memberId) ?? [];

export const phaseOf = ({ phases }: Facts, id: PhaseExecutionId | 0): PhaseRow | undefined =>
  phases.find((phase) => phase.id === id);

export const phasePlanOf = ({ plans }: Facts, { version, position }: PhaseRow): Phase | undefined =>
  plans.get(version)?.phases[position];

/** It keeps its parents open. */
export const holdsOpen = ({ status, held }: SeenStep): boolean => held || isOpenStep(status);

/** What the runbook says of a step; undefined when its version is not among the plans. */
export function planStep(facts: Facts, row: SeenStep): Step | undefined {
  const plan = facts.plans.get(row.version);
  if (plan === undefined) return undefined;
  if (row.phaseId !== 0) {
    const phase = phaseOf(facts, row.phaseId);
    return phase === undefined ? undefined : plan.phases[phase.position]?.steps[row.stepIndex];
  }
  if (row.undoesId === 0) {
    const sequence = { init: plan.init, removal: plan.onMemberRemoved, finalize: plan.finalize };
    return sequence[row.kind as keyof typeof sequence]?.[row.stepIndex];
  }
  const undone = stepsOf(facts, row.memberId).find(({ id }) => id === row.undoesId);
  const name = undone === undefined ? null : (planStep(facts, undone)?.onFailure ?? null);
  return name === null ? undefined : plan.rollbacks.get(name)?.[row.stepIndex];
}

/** The step that a member, or the batch itself (0), is at: the one that is out, else the undoing
 *  that comes first, else the first that is not over. Null: nothing is open. */
export function leadOf(facts: Facts, memberId: MemberId | 0): SeenStep | null {
  const rows = stepsOf(facts, memberId);
  const out = rows.find(({ outstanding }) => outstanding);
  if (out !== undefined) return out;
  const undoing = rows.find((row) => isCompensation(row) && holdsOpen(row));
  if (undoing !== undefined) return undoing;
  if (memberId === 0) return rows.find(holdsOpen) ?? null;
  const member = facts.members.get(memberId);
  const mayGoOn = member?.status === "active" && isLiveBatch(facts.batch.status);
  if (!mayGoOn) return null;
  return firstOpen(rows.filter((row) => row.generation === member.generation));
}

/** Phases are gone through in the order of their ids. */
function firstOpen(rows: readonly SeenStep[]): SeenStep | null {
  let first: SeenStep | null = null;
  for (const row of rows) {
    if (row.phaseId === 0 || !holdsOpen(row)) continue;
    if (first === null || isBefore(row, first)) first = row;
  }
  return first;
}

const isBefore = (one: SeenStep, other: SeenStep): boolean =>
  one.phaseId === other.phaseId ? one.stepIndex < other.stepIndex : one.phaseId < other.phaseId;
