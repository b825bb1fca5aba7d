/** L1: a batch has no more jobs out under a limit than it was granted, whatever is retried, polled
 *  or resumed. What a lowered limit finds out already may end in its time. */
import type { Checker } from "../watch/checker.ts";

export const limitsKept: Checker = {
  id: "L1",
  open: (scene, violate) => ({
    onCommit: ({ slots, batchId }) => {
      for (const { before, after } of slots) {
        const { key, granted, inUse } = after;
        if (inUse < 0) violate(`batch ${batchId} has ${inUse} jobs of ${key} out`);
        if (granted === null) continue;
        if (inUse === granted) scene.reached("limit-used-up");
        const isSame = before === null || before.granted === granted;
        const grew = inUse > (before?.inUse ?? 0);
        if (isSame && grew && inUse > granted) {
          violate(`batch ${batchId} has ${inUse} jobs of ${key} out and may have ${granted}`);
        }
      }
    },
  }),
};
