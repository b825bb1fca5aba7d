/** I13: one poll at a time, numbered upwards, none after the deadline. */
import type { Checker } from "../watch/checker.ts";
import { told, wasSent } from "../watch/rows.ts";
import { stepPlanOf } from "../watch/step-plan.ts";

export const pollsInTurn: Checker = {
  id: "I13",
  open: (scene, violate) => ({
    onCommit: ({ executions, rows, at }) => {
      for (const change of executions) {
        const { before, after } = change;
        if (before === null || after.attempt !== before.attempt) continue;
        if (after.pollCount < before.pollCount) violate(`${told(after)} lost polls`);
        if (after.pollCount > before.pollCount + 1) violate(`${told(after)} skipped polls`);
        if (after.pollCount === before.pollCount || !wasSent(change)) continue;
        scene.reached(before.outstanding ? "poll-lost-and-asked-again" : "poll");
        const poll = stepPlanOf(scene, rows, after)?.poll ?? null;
        const since = after.pollStartedAt?.getTime() ?? 0;
        if (poll === null) violate(`${told(after)} polls without a policy`);
        else if (at.getTime() >= since + poll.timeoutSec * 1_000) {
          violate(`${told(after)} was asked after its deadline`);
        }
      }
    },
  }),
};
