/** Keeps a wrong query from removing people (X-70, R32). Removals that an operator has not
 *  approved are held, all of them, when they are more than the limit allows or would leave
 *  nobody. Holding is safe: a member who is really gone only waits for a person to say so. */

const ALWAYS_ALLOWED = 5;
const ALLOWED_SHARE = 0.1;

export type HoldReason = "too-many" | "to-zero";

export type RemovalCounts = {
  /** Active members of the runbook that follow the query, before this tick. */
  readonly active: number;
  /** Members whose removal runs `on_member_removed`, approved ones left out. */
  readonly unapproved: number;
  /** Members that would be in no batch afterwards, approved or not. */
  readonly leaving: number;
};

/** The most removals one tick may make unasked. */
export const removalLimit = (active: number): number =>
  Math.max(ALWAYS_ALLOWED, Math.floor(active * ALLOWED_SHARE));

export function holdRemovals({ active, unapproved, leaving }: RemovalCounts): HoldReason | null {
  if (unapproved === 0) return null;
  if (leaving === active) return "to-zero";
  return unapproved > removalLimit(active) ? "too-many" : null;
}
