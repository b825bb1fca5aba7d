/** I15: no phase begins before its time by the store's clock. */
import type { Checker } from "../watch/checker.ts";

const LATE_MS = 600_000;

export const notBeforeDue: Checker = {
  id: "I15",
  open: (scene, violate) => ({
    onCommit: ({ phases, rows, at }) => {
      for (const { before, after } of phases) {
        if (before?.status === "dispatched" || after.dispatchedAt === null) continue;
        if (before?.dispatchedAt != null) continue;
        const due = after.dueAt;
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
