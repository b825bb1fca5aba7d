/** The worker's memory of which jobs it has begun and how they ended, so that a job delivered
 *  again is answered and not run again (R08). It knows job ids and texts and no message's meaning.
 *  L1. What was answered ok is durable; what failed may have happened all the same.
 *  L2. For one job, `new` is answered to one delivery only, however often that delivery asks.
 *  L3. The first result of a job is its result: a later one changes nothing and learns the first.
 *  L4. Rows live until `prune`, which takes the oldest, so many at a time; but for a job that was
 *      begun and will not be run, which `withdraw` makes new again.
 *  `begin` is for functions that may not repeat: it writes before they run. For the others it is
 *  enough to ask with `recall`, which writes nothing, and to write once, with the result. */
import type { JobId } from "../contract/job-id.ts";
import type { Result } from "../contract/result.ts";

export type Ledger = {
  /** One answer per job, in the order asked. */
  readonly begin: (
    jobs: readonly LedgerJob[],
  ) => Promise<Result<readonly LedgerState[], LedgerFailure>>;
  /** Takes back that these deliveries began; what another began, or what has a result, stays.
   *  Answers how many were. Only for a delivery whose function was not called and will not be. */
  readonly withdraw: (jobs: readonly LedgerJob[]) => Promise<Result<number, LedgerFailure>>;
  /** The result each job has, or null; one per job, in the order asked. */
  readonly recall: (
    jobs: readonly JobId[],
  ) => Promise<Result<readonly (string | null)[], LedgerFailure>>;
  /** The result that counts, one per job, in the order asked. */
  readonly finish: (
    jobs: readonly FinishedJob[],
  ) => Promise<Result<readonly string[], LedgerFailure>>;
  /** Forgets at most `max` jobs that began before; answers how many. */
  readonly prune: (before: Date, max: number) => Promise<Result<number, LedgerFailure>>;
};

export type LedgerJob = {
  readonly jobId: JobId;
  /** Names this delivery of the job: the same when it asks again, another at a redelivery. */
  readonly delivery: string;
};

export type FinishedJob = LedgerJob & { readonly result: string };

export type LedgerState =
  | { readonly kind: "new" }
  /** Another delivery began and has not finished: it crashed, or is still at work. */
  | { readonly kind: "started" }
  | { readonly kind: "done"; readonly result: string };

/** Passes by itself: try again. */
export type LedgerFailure = { readonly kind: "unavailable"; readonly detail: string };
