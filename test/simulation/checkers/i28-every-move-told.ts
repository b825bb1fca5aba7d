/** I28: each change of a status of a batch, a phase or a member is in the log with who and why, and
 *  the log's own chain of statuses leads to the row. */
import type { EventDraft } from "../../../runtime/domain/engine/decision.ts";
import type { Checker } from "../watch/checker.ts";

const endsAt = (events: readonly EventDraft[], status: string, of: Partial<EventDraft>): boolean =>
  events.some(
    (event) =>
      (event.to === status || event.type.endsWith(status)) &&
      Object.entries(of).every(([key, value]) => Reflect.get(event, key) === value),
  );

export const everyMoveTold: Checker = {
  id: "I28",
  open: (_scene, violate) => ({
    onCommit: ({ batch, phases, members, events }) => {
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
      for (const change of phases) {
        const { id: phaseId, status } = change.after;
        if (change.before === null || change.before.status === status) continue;
        const isTold = endsAt(events, status, { phaseId });
        if (!isTold) violate(`nothing tells that phase ${phaseId} is ${status}`);
      }
    },
  }),
};
