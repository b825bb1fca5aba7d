/** I25: in immediate mode a row is batched once; with start times, once for each start. Whom a
 *  person adds is that person's choice: a second time, too, when the first batch let it go. */
import type { Checker } from "../watch/checker.ts";

export const batchedOnce: Checker = {
  id: "I25",
  open: (scene, violate) => {
    const batched = new Map<string, number>();
    const starts = new Map<string, number>();
    return {
      onCommit: ({ rows: { batch }, members, batchId, events }) => {
        const { runbookName, version, start, isManual } = batch;
        if (isManual) return;
        const startKey = `${runbookName} ${start?.toISOString()}`;
        const plan = scene.planOf(runbookName, version);
        const isImmediate = plan.source.batchTime.kind === "immediate";
        if (!isImmediate && start !== null) {
          const other = starts.get(startKey) ?? batchId;
          if (other !== batchId) violate(`batches ${other} and ${batchId} have one start`);
          starts.set(startKey, batchId);
        }
        const byHand = new Set(
          events.flatMap(({ cause, memberId }) => (cause.startsWith("order") ? memberId : [])),
        );
        for (const { before, after } of members) {
          if (before !== null || byHand.has(after.id)) continue;
          const key = isImmediate ? `${runbookName} ${after.key}` : `${startKey} ${after.key}`;
          const earlier = batched.get(key);
          if (earlier !== undefined && earlier !== batchId) {
            violate(`${after.key} was batched in ${earlier} and again in ${batchId}`);
          }
          batched.set(key, batchId);
        }
      },
    };
  },
};
