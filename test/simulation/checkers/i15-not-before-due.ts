/** I15: no phase begins before its time by the store's clock. The time is counted here from the
 *  batch's start and the runbook's offset: what the phase says of it may be wrong. */
import type { PhaseRow } from "../../../runtime/domain/engine/rows.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";

const LATE_MS = 600_000;
const MINUTE_MS = 60_000;

/** Null where an operator decides. */
function dueOf(scene: Scene, { batch }: BatchRows, { version, position }: PhaseRow): Date | null {
  const plan = scene.planOf(batch.runbookName, version).phases[position];
  if (batch.start === null || plan === undefined) return null;
  return new Date(batch.start.getTime() - plan.offsetMinutes * MINUTE_MS);
}

export const notBeforeDue: Checker = {
  id: "I15",
  open: (scene, violate) => ({
    onCommit: ({ phases, rows, at }) => {
      for (const { before, after } of phases) {
        const due = dueOf(scene, rows, after);
        if (before === null && after.dueAt?.getTime() !== due?.getTime())
          violate(`phase ${after.id} says that it is due at ${after.dueAt?.toISOString()}`);
        if (before?.status === "dispatched" || after.dispatchedAt === null) continue;
        if (before?.dispatchedAt != null) continue;
        if (due === null && !rows.batch.isManual)
          violate(`phase ${after.id} has no time and began`);
        if (due !== null && due > at)
          violate(`phase ${after.id} began before ${due.toISOString()}`);
        if (due === null) scene.reached("phase-advanced-by-hand");
        else if (at.getTime() - due.getTime() > LATE_MS) scene.reached("phase-begun-late");
      }
    },
  }),
};
