/** Which jobs this worker is at, so that a second delivery of one (a duplicate, or the same
 *  message after a lost lock) does not run beside the first: it waits and shares the answer,
 *  and until then what becomes of the job. */
import type { JobId } from "../contract/job-id.ts";
import type { HeldLock } from "./held-locks.ts";

export type InHand = {
  /** False: the job is in hand already, and this delivery waits for it. */
  readonly take: (jobId: JobId, held: HeldLock) => boolean;
  /** Ends the job here; answers the deliveries that waited. */
  readonly release: (jobId: JobId) => readonly HeldLock[];
};

export function jobsInHand(): InHand {
  const inHand = new Map<JobId, { readonly first: HeldLock; readonly others: HeldLock[] }>();
  return {
    take: (jobId, held) => {
      const taken = inHand.get(jobId);
      if (taken === undefined) {
        inHand.set(jobId, { first: held, others: [] });
        return true;
      }
      held.work = taken.first.work;
      taken.others.push(held);
      return false;
    },
    release: (jobId) => {
      const others = inHand.get(jobId)?.others ?? [];
      inHand.delete(jobId);
      return others;
    },
  };
}
