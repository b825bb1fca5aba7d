/** I28: each change of a status of a batch, a phase or a member, and each end of a step, is in the
 *  log with who and why, and the log's own chain of statuses leads to the row. */
import type { EventDraft } from "../../../runtime/domain/engine/decision.ts";
import type { Checker } from "../watch/checker.ts";

const endsAt = (events: readonly EventDraft[], status: string, of: Partial<EventDraft>): boolean =>
  events.some(
    (event) =>
      (event.to === status || event.type.endsWith(status)) &&
      Object.entries(of).every(([key, value]) => Reflect.get(event, key) === value),
  );

/** Those that a member, a phase or a batch brings with it are told with those. */
const OWN_ENDS: ReadonlySet<string> = new Set([
  "succeeded",
  "failed",
  "poll_timeout",
  "rolled_back",
]);

export const everyMoveTold: Checker = {
  id: "I28",
  open: (_scene, violate) => ({
    onCommit: ({ batch, phases, members, executions, events }) => {
      const { before, after } = batch;
      if (before !== null && before.status !== after.status) {
        if (!endsAt(events, after.status, {})) violate(`nothing tells of batch ${after.status}`);
      }
      for (const change of members) {
        const { id: memberId, status } = change.after;
        if (change.before !== null && change.before.status === status) continue;
        const ofMember = events.some((event) => event.memberId === memberId);
        if (!ofMember) violate(`nothing tells that member ${memberId} is ${status}`);
      }
      for (const change of executions) {
        const { id: executionId, status } = change.after;
        if (change.before?.status === status || !OWN_ENDS.has(status)) continue;
        const isTold = endsAt(events, status, { executionId });
        if (!isTold) violate(`nothing tells that step ${executionId} is ${status}`);
      }
      for (const change of phases) {
        const { id: phaseId, status } = change.after;
        if (change.before === null || change.before.status === status) continue;
        const isTold = endsAt(events, status, { phaseId });
        if (!isTold) violate(`nothing tells that phase ${phaseId} is ${status}`);
      }
    },
  }),
};
