/** I12: attempts only grow, one by one, and retries stay within the step's policy. */
import type { Checker } from "../watch/checker.ts";
import { told } from "../watch/rows.ts";
import { stepPlanOf } from "../watch/step-plan.ts";

export const attemptsGrow: Checker = {
  id: "I12",
  open: (scene, violate) => ({
    onCommit: ({ executions, rows }) => {
      for (const { before, after } of executions) {
        const from = before?.attempt ?? 0;
        if (after.attempt < from) violate(`${told(after)} went back from attempt ${from}`);
        if (after.attempt === from) continue;
        if (before !== null && after.attempt > from + 1) violate(`${told(after)} skipped attempts`);
        const step = stepPlanOf(scene, rows, after);
        if (step !== null && after.retryCount > step.retry.maxRetries) {
          violate(`${told(after)} was retried ${after.retryCount} times`);
        }
        if (before !== null) scene.reached("retry");
      }
    },
  }),
};
