/** The step of the runbook that an execution is of, as a checker finds it. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Step } from "../../../runtime/domain/runbook.ts";
import type { Scene } from "./checker.ts";
import type { BatchRows } from "./commit.ts";

export function stepPlanOf(scene: Scene, rows: BatchRows, row: ExecutionRow): Step | null {
  const plan = scene.planOf(rows.batch.runbookName, row.version);
  const { stepIndex } = row;
  if (row.phaseId !== 0) {
    const phase = rows.phases.get(row.phaseId);
    return (phase && plan.phases[phase.position]?.steps[stepIndex]) ?? null;
  }
  if (row.undoesId !== 0) {
    const undone = rows.executions.get(row.undoesId);
    const name = undone === undefined ? null : (stepPlanOf(scene, rows, undone)?.onFailure ?? null);
    return name === null ? null : (plan.rollbacks.get(name)?.[stepIndex] ?? null);
  }
  if (row.kind === "init") return plan.init[stepIndex] ?? null;
  const others = row.kind === "removal" ? plan.onMemberRemoved : plan.finalize;
  return others[stepIndex] ?? null;
}
