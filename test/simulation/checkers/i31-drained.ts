/** I31: when all is calm, queues and outbox are empty. */
import type { Checker } from "../watch/checker.ts";

export const drained: Checker = {
  id: "I31",
  open: (_scene, violate) => ({
    onEnd: ({ isCalm, outboxWaiting, queued }) => {
      if (!isCalm) return;
      if (outboxWaiting > 0) violate(`${outboxWaiting} messages are still in the outbox`);
      for (const [place, count] of queued) if (count > 0) violate(`${count} wait in ${place}`);
    },
  }),
};
