/** I9: a phase has ended exactly when nobody remains in it. */
import type { Checker } from "../watch/checker.ts";

export const phaseEndsWithItsLast: Checker = {
  id: "I9",
  open: (scene, violate) => ({
    onCommit: ({ phases }) => {
      for (const { before, after } of phases) {
        const { id, status, remaining, total } = after;
        if (status === "dispatched" && remaining === 0) violate(`phase ${id} is over and goes on`);
        if (status !== "dispatched" && remaining > 0) {
          violate(`phase ${id} is ${status} while ${remaining} remain`);
        }
        if (before?.status === status) continue;
        if (status === "completed" && total === 0) scene.reached("phase-completed-empty");
        if (status === "failed") scene.reached("phase-failed");
      }
    },
  }),
};
