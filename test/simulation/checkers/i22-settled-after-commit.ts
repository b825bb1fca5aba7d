/** I22: a message that changes rows is settled only once its transaction is committed. */
import type { Checker } from "../watch/checker.ts";

const DECIDED = new Set(["worker-results"]);

export const settledAfterCommit: Checker = {
  id: "I22",
  open: (_scene, violate) => {
    const committed = new Set<string>();
    return {
      onUnit: ({ settle }) => {
        for (const { lock } of settle) {
          committed.add(`${lock.source.topic} ${lock.sequenceNumber}`);
        }
      },
      onSettle: (host, { kind, lock }, isDone) => {
        const { topic, queue } = lock.source;
        if (kind !== "complete" || !isDone || queue === "dead-letter" || !DECIDED.has(topic))
          return;
        if (committed.has(`${topic} ${lock.sequenceNumber}`)) return;
        violate(`${host} completed ${topic} ${lock.sequenceNumber} without a commit`);
      },
    };
  },
};
