/** Keeps answers to requests and messages dealt with from growing for ever: every hour, and again
 *  at the next look while there is more, the oldest are forgotten. They are kept for longer than a
 *  repeat can come (R12), by the store's clock, which dated them (I36). */
import { LIMITS } from "../contract/limits.ts";
import { ok, type Result } from "../contract/result.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Shell } from "./commit-works.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = LIMITS.repeatsKnownSec * 1_000;

/** `now` is the store's. */
export type Forget = (now: Date) => Promise<Result<void, StoreFailure>>;

export function openForgetting({ store, clock }: Pick<Shell, "store" | "clock">): Forget {
  let doneAt = Number.NEGATIVE_INFINITY;
  return async (now) => {
    const lookedAt = clock.now().getTime();
    if (Math.abs(lookedAt - doneAt) < HOUR_MS) return ok(undefined);
    const before = new Date(now.getTime() - KEPT_MS);
    const forgotten = await store.records.prune(before, LIMITS.forgottenRowsPerPass);
    if (!forgotten.ok) return forgotten;
    if (forgotten.value < LIMITS.forgottenRowsPerPass) doneAt = lookedAt;
    return ok(undefined);
  };
}
