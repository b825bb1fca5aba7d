/** R11: no two jobs have one id: a broker or a ledger would take the second for the first. */
import type { Checker } from "../watch/checker.ts";

export const oneIdPerJob: Checker = {
  id: "R11",
  open: (_scene, violate) => {
    const ids = new Set<string>();
    return {
      onUnit: ({ publish }) => {
        for (const { topic, envelope } of publish) {
          if (topic !== "worker-jobs") continue;
          if (ids.has(envelope.messageId)) violate(`${envelope.messageId} was sent out twice`);
          ids.add(envelope.messageId);
        }
      },
    };
  },
};
