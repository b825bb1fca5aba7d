/** Against the sequential reference: no step succeeds whose worker did not say so at that attempt,
 *  and where nothing at all went wrong, members end exactly as the reference says they may. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { MemberRow } from "../../../runtime/domain/engine/rows.ts";
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import { attemptEnds, memberEnds } from "../reference/reference.ts";
import type { Checker, Scene, Violate } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { executionsOf, isPast, told } from "../watch/rows.ts";
import { stepPlanOf } from "../watch/step-plan.ts";
import { natureOf } from "../world/behaviour.ts";
import type { WorldPlan } from "../world/plan.ts";
import { DISTURBING } from "../world/troubles.ts";

/** Longer work may outlast an attempt's time, or keep others waiting for too long. */
const QUICK_MS = 4_000;

const isCalmThroughout = ({ faults, churn, orders, natures }: WorldPlan): boolean =>
  natures.workMs <= QUICK_MS &&
  ![...natures.kinds, ...(natures.inTurn ?? [])].some((kind) => DISTURBING.has(kind)) &&
  churn.length === 0 &&
  orders.length === 0 &&
  faults.vanish === 0 &&
  faults.slowChance === 0 &&
  faults.freeze === 0 &&
  faults.singled === undefined &&
  Object.values(faults.rates).every(({ crash, refuse, lose }) => crash + refuse + lose === 0);

const whoIs = ({ frozen }: ExecutionRow): string => String(frozen?.params["who"] ?? "batch");

function couldSucceed(scene: Scene, plan: WorldPlan, rows: BatchRows, row: ExecutionRow): boolean {
  const step = stepPlanOf(scene, rows, row);
  if (step === null || row.frozen === null) return false;
  const nature = natureOf(plan.seed, plan.natures, whoIs(row), step.name);
  const ends = attemptEnds(nature, step, row.frozen.functionName, row.attempt);
  return ends.has("passed");
}

function endOf(rows: BatchRows, member: MemberRow): "done" | "failed" | "held" | null {
  const own = executionsOf(rows, member.id).filter(({ kind }) => kind === "step");
  if (member.status === "failed") return "failed";
  if (member.status !== "active") return null;
  if (own.some(({ held }) => held)) return "held";
  return own.every(isPast) ? "done" : null;
}

function compare(scene: Scene, plan: WorldPlan, rows: BatchRows, violate: Violate): void {
  const { batch, members } = rows;
  const hasEnded = !isLiveBatch(batch.status) && batch.statusReason === null;
  const { phases } = scene.planOf(batch.runbookName, batch.version);
  for (const member of members.values()) {
    const end = endOf(rows, member);
    if (end === null || (end === "done" && !hasEnded)) continue;
    const allowed = memberEnds(plan.seed, plan.natures, phases, String(member.data.get("Key")));
    if (!allowed.has(end)) violate(`${member.key} is ${end}; may be ${[...allowed].join(" or ")}`);
    else scene.reached(`reference-${end}`);
  }
}

export const referenceOutcomes = (plan: WorldPlan): Checker => ({
  id: "reference",
  open: (scene, violate) => ({
    onCommit: ({ executions, rows }) => {
      for (const { before, after } of executions) {
        if (after.status !== "succeeded" || before?.status === "succeeded") continue;
        if (!couldSucceed(scene, plan, rows, after))
          violate(`${told(after)} cannot have succeeded`);
      }
    },
    onEnd: ({ isCalm, batches }) => {
      if (!isCalm || !isCalmThroughout(plan)) return;
      for (const rows of batches) compare(scene, plan, rows, violate);
    },
  }),
});
