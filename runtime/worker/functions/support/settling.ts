/** Tenants show changes late: what was written a moment ago may not be seen, and what is seen may
 *  be gone. A function therefore writes what it is told without asking whether it is so already.
 *  Where what it sees must decide, a look that would lead to doing nothing is believed only when
 *  it stays the same after a while.
 *  S1. Looks and waiting are bounded: a tenant that is later than this is not waited for. What may
 *      then be wrong is told in docs/decisions/0038. */
import type { Result } from "../../../contract/result.ts";
import type { TenantSession } from "../../../tenant/tenant.ts";

/** Longer than the directory needs on a bad day. */
const DIRECTORY_SETTLES_MS = 7_500;
/** Pauses between looks at Exchange, until its bad days are over, too: 31 s together. */
export const EXCHANGE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000] as const;
/** As long together, for who looks at what was there before: not at once, and seldom. */
export const EXCHANGE_LOOKS_MS = [DIRECTORY_SETTLES_MS, 8_000, 16_000] as const;

type Waiting = Pick<TenantSession, "pause">;

export const directorySettles = ({ pause }: Waiting): Promise<void> => pause(DIRECTORY_SETTLES_MS);

/** A second look, after a while, where the first one is not enough. */
export async function lookTwice<Value, Failure>(
  session: Waiting,
  look: () => Promise<Result<Value, Failure>>,
  isEnough: (value: Value) => boolean,
): Promise<Result<Value, Failure>> {
  const first = await look();
  if (!first.ok || isEnough(first.value)) return first;
  await directorySettles(session);
  return look();
}
