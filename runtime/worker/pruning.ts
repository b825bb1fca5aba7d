/** Keeps the ledger from growing for ever: every hour, and again at once while there is more, the
 *  oldest jobs are forgotten. They are kept longer than any message of theirs can live: a job for
 *  7 days, and as a dead letter until somebody sends it again (R12). */
import { LIMITS } from "../contract/limits.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Clock } from "../time/clock.ts";
import type { Observe } from "./fault.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = LIMITS.repeatsKnownSec * 1_000;
const ROWS_PER_PASS = LIMITS.forgottenRowsPerPass;

type Parts = {
  readonly ledger: Pick<Ledger, "prune">;
  readonly clock: Clock;
  readonly observe: Observe;
};

export function pruning({ ledger, clock, observe }: Parts): () => Promise<void> {
  let due = clock.now().getTime();
  return async () => {
    const now = clock.now().getTime();
    if (now < due) return;
    const pruned = await ledger.prune(new Date(now - KEPT_MS), ROWS_PER_PASS);
    if (!pruned.ok) observe({ kind: "ledger-failed", failure: pruned.error });
    const isMore = pruned.ok && pruned.value === ROWS_PER_PASS;
    due = isMore ? now : now + HOUR_MS;
  };
}
