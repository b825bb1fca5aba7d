/** I18: nothing is undone while a job of the same member is out. */
import type { Checker } from "../watch/checker.ts";
import { executionsOf, isUndoing, sentIn, told } from "../watch/rows.ts";

export const drainedFirst: Checker = {
  id: "I18",
  open: (scene, violate) => ({
    onCommit: (commit) => {
      const { rows, executions } = commit;
      for (const row of sentIn(commit).filter(isUndoing)) {
        const out = executionsOf(rows, row.memberId).find(
          (other) => other.outstanding && other.id !== row.id,
        );
        if (out !== undefined) violate(`${told(row)} was sent while ${told(out)} was out`);
      }
      for (const { before, after } of executions) {
        const isDraining = after.status === "cancelled" && after.outstanding;
        if (isDraining && before?.status !== "cancelled") scene.reached("job-out-when-cancelled");
        const drained = before?.status === "cancelled" && before.outstanding && !after.outstanding;
        if (drained) scene.reached("cancelled-job-drained");
      }
    },
  }),
};
