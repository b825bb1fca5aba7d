/** I17: what undoes runs exactly when its cause is final: a rollback for each failed step that
 *  asks for one, a removal's steps for a member who was removed. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
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

export const compensationFollows: Checker = {
  id: "I17",
  open: (scene, violate) => ({
    onCommit: ({ executions, rows }) => {
      for (const { before, after } of executions) {
        if (before === null && after.kind === "rollback") scene.reached("rollback");
        if (before === null && after.kind === "removal") scene.reached("removal-steps");
        const isUndo = after.kind === "rollback" || after.kind === "removal";
        if (isUndo && isHolding(after) && before === null && causeIsMissing(rows, after)) {
          violate(`${told(after)} undoes what has not ended`);
        }
        if (isNotUndone(scene, rows, after)) violate(`${told(after)} has no rollback`);
        if (before?.status !== "rolled_back" && after.status === "rolled_back") {
          scene.reached("rolled-back");
        }
      }
    },
  }),
};
