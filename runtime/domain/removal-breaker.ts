/** Keeps a wrong query from removing people (X-70, R32). Removals that an operator has not
 *  approved are held, all of them, when they are more than the limit allows or would leave
 *  nobody. Holding is safe: a member who is really gone only waits for a person to say so.
 *  B1. What is held stays held until somebody approves it or the row is back: neither fewer
 *      absences nor a higher limit lets it go.
 *  B2. Only who was there when an absence began counts for it: people that a source shows in
 *      place of others do not make room for the removal of those others. */

const ALWAYS_ALLOWED = 5;
const ALLOWED_SHARE = 0.1;

/** `held-before`: by itself it would be allowed by now. */
export type HoldReason = "too-many" | "to-zero" | "held-before";

export type Removals = {
  /** Active members of the runbook that follow the query, before this tick. */
  readonly active: number;
  /** Members whose removal runs `on_member_removed`, approved ones left out. */
  readonly unapproved: readonly Leaver[];
  /** Members that would be in no batch afterwards, approved or not. */
  readonly leaving: number;
};

export type Leaver = {
  /** Who followed the query when the absence began; null for one that begins with this tick. */
  readonly among: number | null;
  readonly held: boolean;
};

export type HoldVerdict = {
  readonly why: HoldReason;
  readonly limit: number;
  /** Whether those go on being held alone who were held before. */
  readonly isOnlyBefore: boolean;
};

export function holdRemovals({ active, unapproved, leaving }: Removals): HoldVerdict | null {
  if (unapproved.length === 0) return null;
  const fresh = unapproved.filter(({ held }) => !held);
  const judged = fresh.length > 0 ? fresh : unapproved;
  const there = judged.reduce((least, { among }) => Math.min(least, among ?? active), active);
  const limit = Math.max(ALWAYS_ALLOWED, Math.floor(there * ALLOWED_SHARE));
  if (leaving >= there) return { why: "to-zero", limit, isOnlyBefore: false };
  if (unapproved.length > limit) return { why: "too-many", limit, isOnlyBefore: false };
  if (fresh.length === unapproved.length) return null;
  return { why: "held-before", limit, isOnlyBefore: true };
}
