/** How fast a worker may call a tenant, as a port. All calls of one tenant and API family share
 *  one budget, whichever worker, session or restart they come from; it learns from what the
 *  service says.
 *  B1. A call begins only with a permit; permits go to batches in turn, so that a large batch
 *      cannot starve a small one.
 *  B2. What was learnt outlives the process. */
import type { BatchId } from "../contract/ids.ts";

export type BudgetKey = { readonly tenantId: string; readonly family: string };

export type CallEnd =
  | { readonly kind: "answered" }
  | { readonly kind: "throttled"; readonly retryAfterMs: number | null }
  /** No answer, or one that says nothing about the limit. */
  | { readonly kind: "failed" };

export type Permit = { readonly end: (end: CallEnd) => void };

export type Budget = {
  /** Waits for its turn; null when the signal came first. `calls`: the parts of a `$batch`. */
  readonly permit: (request: {
    readonly batchId: BatchId;
    readonly calls: number;
    readonly signal: AbortSignal;
  }) => Promise<Permit | null>;
  /** How long no call of anybody may begin, as the service was understood; 0 without a pause. */
  readonly pausedMs: () => Promise<number>;
};

export type Throttle = { readonly budgetOf: (key: BudgetKey) => Budget };
