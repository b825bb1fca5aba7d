/** R36: one batch works on a member at a time. A step for it is sent only when no other batch of
 *  the runbook has a job out for it or something left to undo, and what undoes is sent only when
 *  no other has a job out. */
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Checker } from "../watch/checker.ts";
import type { BatchRows } from "../watch/commit.ts";
import { executionsOf, isHolding, isUndoing, sentIn, told } from "../watch/rows.ts";

function workOn(rows: BatchRows, key: string, isStep: boolean): string | null {
  for (const member of rows.members.values()) {
    if (member.key !== key) continue;
    const busy = executionsOf(rows, member.id).find(
      (row) => row.outstanding || (isStep && isUndoing(row) && isHolding(row)),
    );
    if (busy !== undefined) return told(busy);
  }
  return null;
}

export const oneBatchAtWork: Checker = {
  id: "R36",
  open: (scene, violate) => {
    const known = new Set<BatchId>();
    return {
      onCommit: (commit) => {
        const { batchId, rows } = commit;
        known.add(batchId);
        for (const row of sentIn(commit)) {
          const key = row.memberId === 0 ? undefined : rows.members.get(row.memberId)?.key;
          if (key === undefined) continue;
          for (const id of known) {
            const other = id === batchId ? undefined : scene.rows(id);
            if (other?.batch.runbookName !== rows.batch.runbookName) continue;
            const busy = workOn(other, key, row.kind === "step");
            if (busy !== null)
              violate(`${told(row)} of ${batchId} was sent beside ${busy} of ${id}`);
          }
        }
      },
    };
  },
};
