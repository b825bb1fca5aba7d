/** R08: a worker settles a job only after its result was published: the other way round a crash
 *  in between loses the result. */
import type { Checker } from "../watch/checker.ts";

const JOBS = "worker-jobs";
const RESULTS = "worker-results";

/** A result's message id is the job's, and which delivery it answers. */
const jobOf = (messageId: string): string => messageId.split("-delivery-")[0] ?? messageId;

export const resultsBeforeSettling: Checker = {
  id: "R08",
  open: (_scene, violate) => {
    const answered = new Set<string>();
    const jobs = new Map<string, string>();
    return {
      onPublish: (_host, topic, messages) => {
        if (topic !== RESULTS) return;
        for (const { messageId } of messages) answered.add(jobOf(messageId));
      },
      onDeliver: (_host, { topic, subscription }, messages) => {
        if (topic !== JOBS) return;
        for (const { messageId, sequenceNumber } of messages) {
          jobs.set(`${subscription} ${sequenceNumber}`, messageId);
        }
      },
      onSettle: (host, { kind, lock }, isDone) => {
        const { topic, subscription } = lock.source;
        if (kind !== "complete" || !isDone || topic !== JOBS || !host.startsWith("worker")) return;
        const job = jobs.get(`${subscription} ${lock.sequenceNumber}`);
        if (job !== undefined && !answered.has(job)) violate(`${host} settled ${job} unanswered`);
      },
    };
  },
};
