/** I27: a batch is completed when somebody came through, or when there was nobody; what it says of
 *  its outcome agrees with its phases. */
import type { Checker } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";

function somebodyThrough({ phases }: BatchRows): boolean {
  return [...phases.values()].some(
    ({ outcome, lateSucceeded }) => outcome === "all" || outcome === "partial" || lateSucceeded > 0,
  );
}

export const honestEnds: Checker = {
  id: "I27",
  open: (scene, violate) => ({
    onCommit: ({ batch: { before, after }, rows }) => {
      if (before === null || before.status === after.status) return;
      const { id, status, outcome } = after;
      if (status === "completed") {
        scene.reached(outcome === "none" ? "batch-completed-empty" : "batch-completed");
        if (outcome === null) violate(`batch ${id} is completed without an outcome`);
        const isEmpty = outcome === "none";
        if (isEmpty === somebodyThrough(rows)) violate(`batch ${id} is completed with ${outcome}`);
      }
      if (status === "failed") scene.reached(`batch-failed-${after.statusReason ?? "phases"}`);
    },
  }),
};
