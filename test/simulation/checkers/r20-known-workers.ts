/** R20: no job is committed for a worker that nobody has registered: where a topic has no filter
 *  for it, it would vanish, and whoever published it would see success. */
import type { Checker } from "../watch/checker.ts";

export const knownWorkers: Checker = {
  id: "R20",
  open: (_scene, violate) => {
    const known = new Set<string>();
    return {
      onRegister: (workerIds) => {
        for (const id of workerIds) known.add(id);
      },
      onUnit: ({ publish }, host) => {
        for (const { topic, envelope } of publish) {
          if (topic !== "worker-jobs") continue;
          const workerId = String(envelope.properties["WorkerId"]);
          if (!known.has(workerId))
            violate(`${host} sent ${envelope.messageId} to ${workerId}, whom nobody knows`);
        }
      },
    };
  },
};
