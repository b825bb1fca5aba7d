/** Whether anybody works, for virtual time: a call to the tenant is under way that does not itself
 *  wait for the clock, or a message is ready for somebody who has room for it. Jobs that wait for
 *  their turn, a pause or an answer that takes its (virtual) time do not count: time is what they
 *  need. */
import type { TopicCounts } from "../../bus/embedded/core/statistics.ts";
import type { TopicName } from "../../contract/blueprint/topics.ts";
import type { Clock } from "../../time/clock.ts";

const JOBS: TopicName = "worker-jobs";

export type CountedCalls = {
  readonly fetch: typeof globalThis.fetch;
  /** The service's own clock, so that waiting for it can be told from working. */
  readonly clock: Clock;
  readonly working: () => number;
};

export function countCalls(fetch: typeof globalThis.fetch, clock: Clock): CountedCalls {
  let calls = 0;
  let waiting = 0;
  return {
    fetch: async (...call) => {
      calls += 1;
      try {
        return await fetch(...call);
      } finally {
        calls -= 1;
      }
    },
    clock: {
      now: clock.now,
      at: (instant, callback) => {
        waiting += 1;
        let isWaiting = true;
        const over = (): void => {
          if (isWaiting) waiting -= 1;
          isWaiting = false;
        };
        const cancel = clock.at(instant, () => {
          over();
          callback();
        });
        return () => {
          over();
          cancel();
        };
      },
    },
    working: () => Math.max(0, calls - waiting),
  };
}

/** Messages that somebody could take now: a worker takes no more than it has slots. */
export const readyMessages = (topics: readonly TopicCounts[], slots: number): number =>
  topics
    .flatMap(({ topic, subscriptions }) =>
      Object.values(subscriptions).map(({ ready, locked }) =>
        topic === JOBS ? Math.min(ready, Math.max(0, slots - locked)) : ready,
      ),
    )
    .reduce((sum, ready) => sum + ready, 0);
