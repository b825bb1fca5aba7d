/** L2: a batch with more failed members than its budget allows, and that nobody has accepted, is
 *  paused by the commit in which the last of them failed. */
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker } from "../watch/checker.ts";

export const budgetPauses: Checker = {
  id: "L2",
  open: (scene, violate) => ({
    onCommit: ({ batch: { before, after } }) => {
      if (before === null || after.failedMembers <= before.failedMembers) return;
      const isSame = JSON.stringify(before.budget) === JSON.stringify(after.budget);
      const most = after.budget?.failedMax ?? null;
      if (!isSame || most === null || !isLiveBatch(after.status)) return;
      const over = after.failedMembers - after.failuresAccepted;
      if (over <= most) return;
      scene.reached("budget-spent");
      if (!after.paused) violate(`batch ${after.id} goes on with ${over} failed, ${most} allowed`);
    },
  }),
};
