/** I18: nothing is undone while a job of the same member is out, nor is anything new begun for
 *  it in another batch (R36). */
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type { Checker, Scene } from "../watch/checker.ts";
import type { Commit } from "../watch/commit.ts";
import { executionsOf, isHolding, isUndoing, sentIn, told } from "../watch/rows.ts";

/** What another batch of the runbook still does for the same member. */
function undoneElsewhere(scene: Scene, commit: Commit, row: ExecutionRow): ExecutionRow | null {
  const { batch, members } = commit.rows;
  const key = row.memberId === 0 ? null : (members.get(row.memberId)?.key ?? null);
  if (key === null) return null;
  for (const rows of scene.batches()) {
    if (rows.batch.id === batch.id || rows.batch.runbookName !== batch.runbookName) continue;
    for (const member of rows.members.values()) {
      if (member.key !== key) continue;
      const left = executionsOf(rows, member.id).find(
        (other) => other.outstanding || (isUndoing(other) && isHolding(other)),
      );
      if (left !== undefined) return left;
    }
  }
  return null;
}

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
      for (const row of sentIn(commit).filter((sent) => !isUndoing(sent))) {
        const other = undoneElsewhere(scene, commit, row);
        if (other !== null) violate(`${told(row)} was sent while another batch has ${told(other)}`);
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
