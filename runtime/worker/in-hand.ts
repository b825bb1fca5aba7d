/** Which jobs this worker is at, so that a second delivery of one (a duplicate, or the same
 *  message after a lost lock) does not run beside the first: it waits and shares the answer. */
import type { JobId } from "../contract/job-id.ts";
import type { HeldLock } from "./held-locks.ts";

export type InHand = {
  /** False: the job is in hand already, and this delivery waits for it. */
  readonly take: (jobId: JobId, held: HeldLock) => boolean;
  /** Ends the job here; answers the deliveries that waited. */
  readonly release: (jobId: JobId) => readonly HeldLock[];
};

/** Most jobs come once. */
const NOBODY: readonly HeldLock[] = [];

export function jobsInHand(): InHand {
  const waiting = new Map<JobId, readonly HeldLock[]>();
  return {
    take: (jobId, held) => {
      const others = waiting.get(jobId);
      waiting.set(jobId, others === undefined ? NOBODY : [...others, held]);
      return others === undefined;
    },
    release: (jobId) => {
      const others = waiting.get(jobId) ?? NOBODY;
      waiting.delete(jobId);
      return others;
    },
  };
}
