/** I9: a phase has ended exactly when nobody remains in it, and it says what became of those who
 *  were: counted from their steps, judged by the phase's own rule. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { MemberRow, PhaseRow } from "../../../runtime/domain/engine/rows.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { executionsOf, isPast } from "../watch/rows.ts";

/** How the member stands in a phase: what it did before it began anew no longer counts. Who was
 *  removed before it was through no longer takes part. */
function standOf(rows: BatchRows, member: MemberRow, phaseId: PhaseRow["id"]): boolean | null {
  const current: readonly ExecutionRow[] = executionsOf(rows, member.id).filter(
    (row) => row.phaseId === phaseId && row.generation === member.generation,
  );
  const isThrough = current.every(isPast);
  return current.length === 0 || (!isThrough && member.status === "removed") ? null : isThrough;
}

type End = { readonly status: string; readonly outcome: string };

function endOf(scene: Scene, rows: BatchRows, phase: PhaseRow): End | null {
  const { position, version, total } = phase;
  const plan = scene.planOf(rows.batch.runbookName, version).phases[position];
  if (plan === undefined) return null;
  const stands = [...rows.members.values()].flatMap(
    (member) => standOf(rows, member, phase.id) ?? [],
  );
  const isEmpty = plan.steps.length === 0;
  const members = isEmpty ? total : stands.length;
  const through = isEmpty ? total : stands.filter(Boolean).length;
  if (members === 0) return { status: "completed", outcome: "none" };
  if (through === 0) return { status: "failed", outcome: "none" };
  if (through === members) return { status: "completed", outcome: "all" };
  return { status: plan.completion === "all" ? "failed" : "completed", outcome: "partial" };
}

export const phaseEndsWithItsLast: Checker = {
  id: "I9",
  open: (scene, violate) => ({
    onCommit: ({ phases, rows, members }) => {
      const isAnew = members.some(
        ({ before, after }) => before !== null && before.generation !== after.generation,
      );
      for (const { before, after } of phases) {
        const { id, status, remaining, total, outcome } = after;
        if (status === "dispatched" && remaining === 0) violate(`phase ${id} is over and goes on`);
        if (status !== "dispatched" && remaining > 0) {
          violate(`phase ${id} is ${status} while ${remaining} remain`);
        }
        if (before?.status === status) continue;
        if (status === "completed" && total === 0) scene.reached("phase-completed-empty");
        if (status === "failed") scene.reached("phase-failed");
        // A batch that is called off ends its phases, whoever was through.
        const isOwnEnd = status === "completed" || status === "failed";
        if (!isOwnEnd || isAnew || rows.batch.statusReason !== null) continue;
        const end = endOf(scene, rows, after);
        if (end !== null && (end.status !== status || end.outcome !== outcome)) {
          violate(
            `phase ${id} is ${status} (${outcome}), ${end.status} (${end.outcome}) by its steps`,
          );
        }
      }
    },
  }),
};
