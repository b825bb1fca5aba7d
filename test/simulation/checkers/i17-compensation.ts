/** I17: what undoes runs exactly when its cause is final: a rollback for each failed step that
 *  asks for one, a removal's steps for a member who was removed: all of them, unless nothing had
 *  been begun for it and the log says why not. What somebody skipped is not run after all. */
import type { EventDraft } from "../../../runtime/domain/engine/decision.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows, Commit } from "../watch/commit.ts";
import { executionsOf, isHolding, told } from "../watch/rows.ts";
import { stepPlanOf } from "../watch/step-plan.ts";

const isFinal = ({ status, held }: ExecutionRow): boolean =>
  !held && (status === "failed" || status === "poll_timeout");

function causeIsMissing(rows: BatchRows, row: ExecutionRow): boolean {
  if (row.kind === "removal") {
    return row.memberId === 0 || rows.members.get(row.memberId)?.status === "failed";
  }
  const undone = row.undoesId === 0 ? undefined : rows.executions.get(row.undoesId);
  return undone === undefined || !isFinal(undone);
}

function isNotUndone(scene: Scene, rows: BatchRows, row: ExecutionRow): boolean {
  if (row.kind === "rollback" || !isFinal(row)) return false;
  // Whoever calls a batch off also lets go of what was held for a person in it.
  if (rows.batch.statusReason !== null) return false;
  const name = stepPlanOf(scene, rows, row)?.onFailure ?? null;
  const plan = scene.planOf(rows.batch.runbookName, row.version);
  if (name === null || (plan.rollbacks.get(name)?.length ?? 0) === 0) return false;
  const own = executionsOf(rows, row.memberId);
  return !own.some(({ undoesId, generation }) => undoesId === row.id && generation === row.attempt);
}

/** A removal that was given up, and whose member is there again, comes back to life. */
function isRevived(rows: BatchRows, before: ExecutionRow | null, after: ExecutionRow): boolean {
  if (after.kind !== "removal" || before === null || after.memberId === 0) return false;
  const isAnotherStay = rows.members.get(after.memberId)?.generation !== after.generation;
  return isAnotherStay && isFinal(before) && isHolding(after);
}

const WITHOUT_STEPS: ReadonlySet<unknown> = new Set(["moved_unstarted"]);

/** Removed in this commit with steps to be run for it that are not there. Nothing was begun in a
 *  batch that had not begun, nor for one who waited for another batch (R36) or was moved before. */
function isLeftAlone(
  scene: Scene,
  commit: Commit,
  { type, memberId, detail }: EventDraft,
): boolean {
  if (type !== "member.removed" || memberId === 0) return false;
  const { batch, rows, members } = commit;
  const before = members.find(({ after }) => after.id === memberId)?.before ?? null;
  if (before === null || batch.before === null || batch.before.status === "detected") return false;
  const own = executionsOf(rows, memberId).filter((row) => row.generation === before.generation);
  const wasSent = own.some(({ kind, frozen }) => kind === "step" && frozen !== null);
  const isBegun = before.waitsFor === null && !WITHOUT_STEPS.has(detail?.["why"]);
  if (!wasSent && !isBegun) return false;
  return [batch.before.version, rows.batch.version].every((version) => {
    const { length } = scene.planOf(rows.batch.runbookName, version).onMemberRemoved;
    const made = own.filter((row) => row.kind === "removal" && row.version === version);
    return made.length !== length;
  });
}

export const compensationFollows: Checker = {
  id: "I17",
  open: (scene, violate) => ({
    onCommit: (commit) => {
      const { executions, rows, events } = commit;
      const left = events.find((event) => isLeftAlone(scene, commit, event));
      if (left !== undefined) violate(`member ${left.memberId} was removed without its steps`);
      for (const { before, after } of executions) {
        if (before === null && after.kind === "rollback") scene.reached("rollback");
        if (before === null && after.kind === "removal") scene.reached("removal-steps");
        const isUndo = after.kind === "rollback" || after.kind === "removal";
        if (isUndo && isHolding(after) && before === null && causeIsMissing(rows, after)) {
          violate(`${told(after)} undoes what has not ended`);
        }
        if (isRevived(rows, before, after)) {
          violate(`${told(after)} is tried again for one who has returned`);
        }
        if (before?.skipped && isHolding(after)) violate(`${told(after)} was skipped and is open`);
        if (isNotUndone(scene, rows, after)) violate(`${told(after)} has no rollback`);
        if (before?.status !== "rolled_back" && after.status === "rolled_back") {
          scene.reached("rolled-back");
        }
      }
    },
  }),
};
