/** I11: once a member is removed or has failed, or its batch was called off, no new job of it goes
 *  out but those that undo; while paused, no new attempt starts. */
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker } from "../watch/checker.ts";
import { isUndoing, told, wasSent } from "../watch/rows.ts";

export const fenced: Checker = {
  id: "I11",
  open: (scene, violate) => ({
    onCommit: ({ executions, rows, batch, phases }) => {
      const resumed = new Set(
        phases.flatMap(({ before, after }) => (before?.paused && after.paused ? [] : after.id)),
      );
      for (const change of executions) {
        const row = change.after;
        // Sent and called back by a later input of the same commit: sent before the fence.
        if (!wasSent(change) || isUndoing(row) || row.status === "cancelled") continue;
        const member = row.memberId === 0 ? undefined : rows.members.get(row.memberId);
        if (member !== undefined && member.status !== "active") {
          violate(`${told(row)} was sent for a member who is ${member.status}`);
        }
        if (!isLiveBatch(rows.batch.status) && row.kind !== "finalize") {
          violate(`${told(row)} was sent in a batch that is ${rows.batch.status}`);
        }
        const isNew = change.before?.status !== "polling";
        const wasPaused = batch.before?.paused === true && rows.batch.paused;
        if (isNew && wasPaused) violate(`${told(row)} was sent in a paused batch`);
        const phase = row.phaseId === 0 ? undefined : rows.phases.get(row.phaseId);
        const isStill = phase?.paused === true && !resumed.has(phase.id);
        if (isNew && isStill) violate(`${told(row)} was sent in a paused phase`);
      }
      if (batch.before?.paused === false && rows.batch.paused) scene.reached("batch-paused");
    },
  }),
};
