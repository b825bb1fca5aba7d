/** What a budget remembers beyond its process, as a port. It is kept now and then and at every
 *  refusal, never on the way of a call.
 *  K1. What was kept is read by whoever comes next.
 *  K2. A pause is never shortened by keeping: the longer of both counts, so that processes which
 *      share the memory share their pauses. */
import type { Result } from "../contract/result.ts";
import type { BudgetKey } from "./budget.ts";

export type Learnt = {
  /** The last rate known to be good; null before the service ever refused. */
  readonly callsPerSec: number | null;
  /** No call before this instant; in the past when there is no pause. */
  readonly pausedUntil: Date;
  /** Refusals without an answer in between. */
  readonly refusals: number;
};

export type LearntMemory = {
  readonly read: (key: BudgetKey) => Promise<Result<Learnt | null, LearntFailure>>;
  /** Answers what counts from here on. */
  readonly keep: (key: BudgetKey, learnt: Learnt) => Promise<Result<Learnt, LearntFailure>>;
};

/** Passes by itself: go on with what is known and keep it later. */
export type LearntFailure = { readonly kind: "unavailable"; readonly detail: string };
