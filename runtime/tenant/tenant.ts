/** A tenant as worker functions see it. A session belongs to one running job: it ends with the
 *  job's signal, its calls count against the job's batch in the shared throttle budget, and its
 *  job id travels to the service as the client's request id.
 *  T1. Reads may be repeated by the client unseen; a write is repeated only where a repeat is
 *      harmless or where reading back showed that it did not happen.
 *  T2. What cannot be told is told as `ambiguous`, never guessed. */
import type { BatchId } from "../contract/ids.ts";
import type { JobId } from "../contract/job-id.ts";
import type { Alerts } from "./alerts.ts";
import type { Directory } from "./directory.ts";
import type { Exchange } from "./exchange.ts";

export type SessionOf = {
  readonly jobId: JobId;
  readonly batchId: BatchId;
  readonly signal: AbortSignal;
};

export type TenantSession = {
  readonly directory: Directory;
  readonly exchange: Exchange;
  readonly alerts: Alerts;
  /** For whoever looks again later. Ends early with the job. */
  readonly pause: (ms: number) => Promise<void>;
};

export type Tenant = {
  readonly session: (job: SessionOf) => TenantSession;
};
