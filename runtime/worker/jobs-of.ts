/** Where a worker's jobs wait: a subscription of its own. */
import { forWorker } from "../contract/blueprint/subscriptions.ts";
import type { SubscriptionRef } from "../contract/blueprint/topics.ts";
import type { WorkerId } from "../contract/identifiers.ts";

const JOBS = {
  topic: "worker-jobs",
  subscription: "worker-{workerId}",
} as const satisfies SubscriptionRef;

export const jobsOf = (workerId: WorkerId) => ({
  ...JOBS,
  subscription: forWorker(JOBS.subscription, workerId),
});
