/** I12: attempts only grow, one by one, and retries stay within the step's policy: no more of them
 *  than it allows, none before it has waited. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import { retryWaitSec } from "../../../runtime/domain/retry-policy.ts";
import type { Checker } from "../watch/checker.ts";
import { told, wasSent } from "../watch/rows.ts";
import { stepPlanOf } from "../watch/step-plan.ts";

const attemptOf = ({ id, attempt }: ExecutionRow): string => `${id} ${attempt}`;

export const attemptsGrow: Checker = {
  id: "I12",
  open: (scene, violate) => {
    const waits = new Map<string, number>();
    return {
      onCommit: ({ executions, rows, at }) => {
        for (const change of executions) {
          const { before, after } = change;
          const notBefore =
            wasSent(change) && after.pollCount === 0 ? waits.get(attemptOf(after)) : undefined;
          if (notBefore !== undefined && at.getTime() < notBefore) {
            violate(`${told(after)} was tried again before it had waited`);
          }
          const from = before?.attempt ?? 0;
          if (after.attempt < from) violate(`${told(after)} went back from attempt ${from}`);
          if (after.attempt === from) continue;
          if (before !== null && after.attempt > from + 1)
            violate(`${told(after)} skipped attempts`);
          const step = stepPlanOf(scene, rows, after);
          if (step !== null && after.retryCount > step.retry.maxRetries) {
            violate(`${told(after)} was retried ${after.retryCount} times`);
          }
          if (before === null) continue;
          scene.reached("retry");
          if (step === null || after.retryCount !== before.retryCount + 1) continue;
          waits.set(
            attemptOf(after),
            at.getTime() + retryWaitSec(step.retry, after.retryCount) * 1_000,
          );
        }
      },
    };
  },
};
