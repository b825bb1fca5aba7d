/** I12: attempts only grow, one by one, and retries stay within the step's policy: no more of them
 *  than it allows, none before it has waited. */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import { retryWaitSec } from "../../../runtime/domain/retry-policy.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { BatchRows, Change, Commit } from "../watch/commit.ts";
import { told, wasSent } from "../watch/rows.ts";
import { stepPlanOf } from "../watch/step-plan.ts";

const attemptOf = ({ id, attempt }: ExecutionRow): string => `${id} ${attempt}`;

/** When the policy lets the attempt go out; null when a person asked for it. */
function notBefore(scene: Scene, rows: BatchRows, change: Change<ExecutionRow>, at: Date) {
  const { before, after } = change;
  const step = stepPlanOf(scene, rows, after);
  if (step === null || after.retryCount !== (before?.retryCount ?? 0) + 1) return null;
  return at.getTime() + retryWaitSec(step.retry, after.retryCount) * 1_000;
}

export const attemptsGrow: Checker = {
  id: "I12",
  open: (scene, violate) => {
    const waits = new Map<string, number>();
    const grew = ({ rows, at }: Commit, change: Change<ExecutionRow>): void => {
      const { before, after } = change;
      const from = before?.attempt ?? 0;
      if (before !== null && after.attempt > from + 1) violate(`${told(after)} skipped attempts`);
      const step = stepPlanOf(scene, rows, after);
      if (step !== null && after.retryCount > step.retry.maxRetries) {
        violate(`${told(after)} was retried ${after.retryCount} times`);
      }
      if (before === null) return;
      scene.reached("retry");
      const until = notBefore(scene, rows, change, at);
      if (until !== null) waits.set(attemptOf(after), until);
    };
    return {
      // One that has waited may start when its member is free again, by a clock that is behind.
      onClockSet: () => waits.clear(),
      onCommit: (commit) => {
        for (const change of commit.executions) {
          const { before, after } = change;
          const from = before?.attempt ?? 0;
          if (after.attempt < from) violate(`${told(after)} went back from attempt ${from}`);
          if (after.attempt > from) grew(commit, change);
          const until = after.pollCount === 0 && wasSent(change) ? waits.get(attemptOf(after)) : 0;
          if (commit.at.getTime() < (until ?? 0)) {
            violate(`${told(after)} was tried again before it had waited`);
          }
        }
      },
    };
  },
};
