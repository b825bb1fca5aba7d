/** I4: one job at a time for a member; a step after the one before it, a gated phase after the
 *  phase before it; nobody past a barrier. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows, Commit } from "../watch/commit.ts";
import { executionsOf, isHolding, isPast, sentIn, told } from "../watch/rows.ts";

/** The steps that run one after the other with this one and come before it. */
const earlierInSequence = (
  rows: readonly ExecutionRow[],
  row: ExecutionRow,
): readonly ExecutionRow[] =>
  rows.filter(
    (other) =>
      other.kind === row.kind &&
      other.phaseId === row.phaseId &&
      other.undoesId === row.undoesId &&
      other.version === row.version &&
      other.generation === row.generation &&
      other.stepIndex < row.stepIndex,
  );

function wrongAbout(scene: Scene, rows: BatchRows, row: ExecutionRow): string | null {
  const own = executionsOf(rows, row.memberId);
  const beside = own.find((other) => other.outstanding && other.id !== row.id);
  if (beside !== undefined) return `${told(row)} was sent beside ${told(beside)}`;
  const early = earlierInSequence(own, row).find((other) => !isPast(other));
  if (early !== undefined) return `${told(row)} was sent before ${told(early)} was passed`;
  if (row.phaseId === 0) return null;
  const phase = rows.phases.get(row.phaseId);
  if (phase === undefined) return `${told(row)} has no phase`;
  const plan = scene.planOf(rows.batch.runbookName, phase.version).phases[phase.position];
  if (plan?.barrier && phase.status === "dispatched" && row.stepIndex > phase.barrierStep) {
    return `${told(row)} was sent past its barrier`;
  }
  if (plan?.gate === "none") return null;
  const mine = own.filter(({ generation }) => generation === row.generation);
  const before = Math.max(
    ...mine.map((other) => (other.phaseId < row.phaseId ? other.phaseId : 0)),
  );
  const open = mine.find((other) => other.phaseId === before && before !== 0 && isHolding(other));
  return open === undefined ? null : `${told(row)} was sent while ${told(open)} was open`;
}

export const oneAtATime: Checker = {
  id: "I4",
  open: (scene, violate) => ({
    onCommit: (commit: Commit) => {
      for (const row of sentIn(commit)) {
        const wrong = wrongAbout(scene, commit.rows, row);
        if (wrong !== null) violate(wrong);
      }
    },
  }),
};
