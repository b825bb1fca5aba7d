/** How often one caller may ask: so many at once, and so many a second. Who they are decides, not
 *  where they ask from. */
import type { Caller } from "./caller.ts";

export type AdmissionLimits = { readonly perSec: number; readonly atOnce: number };

type Bucket = { readonly left: number; readonly at: number };

const CALLERS_MAX = 10_000;

export function admission({ perSec, atOnce }: AdmissionLimits, now: () => Date) {
  const buckets = new Map<string, Bucket>();
  return ({ tenantId, objectId }: Caller): boolean => {
    const key = `${tenantId}/${objectId}`;
    const at = now().getTime();
    const before = buckets.get(key) ?? { left: atOnce, at };
    const left = Math.min(atOnce, before.left + ((at - before.at) / 1_000) * perSec);
    if (buckets.size >= CALLERS_MAX) buckets.clear();
    buckets.set(key, { left: left < 1 ? left : left - 1, at });
    return left >= 1;
  };
}
