/** Keeps a wrong query from removing people (X-70, R32). Removals that an operator has not
 *  approved are held, all of them, when they are more than the limit allows or would leave
 *  nobody. Holding is safe: a member who is really gone only waits for a person to say so.
 *  B1. What is held stays held until somebody approves it or the row is back: neither fewer
 *      absences nor a higher limit lets it go.
 *  B2. Only who was there when an absence began counts for it: people that a source shows in
 *      place of others do not make room for the removal of those others.
 *  B3. Nobody for whom everything is done is removed unasked, however few they are, nor moved to
 *      another batch by a removal: rows often stop matching, or get another date, because the
 *      work is done (docs/decisions/0040). */

const ALWAYS_ALLOWED = 5;
const ALLOWED_SHARE = 0.1;

/** `held-before`: by itself it would be allowed by now. */
export type HoldReason = "too-many" | "to-zero" | "through" | "held-before";

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
  /** Nothing is left to be done for it. */
  readonly through: boolean;
};

export const isHeldAlone = ({ held, through }: Pick<Leaver, "held" | "through">): boolean =>
  held || through;

export type HoldVerdict = {
  readonly why: HoldReason;
  readonly limit: number;
  /** Whether alone those are held who were held before or are through. */
  readonly isOnlySome: boolean;
};

export function holdRemovals({ active, unapproved, leaving }: Removals): HoldVerdict | null {
  if (unapproved.length === 0) return null;
  const fresh = unapproved.filter(({ held }) => !held);
  const judged = fresh.length > 0 ? fresh : unapproved;
  const there = judged.reduce((least, { among }) => Math.min(least, among ?? active), active);
  const limit = Math.max(ALWAYS_ALLOWED, Math.floor(there * ALLOWED_SHARE));
  if (leaving >= there) return { why: "to-zero", limit, isOnlySome: false };
  if (unapproved.length > limit) return { why: "too-many", limit, isOnlySome: false };
  const alone = unapproved.filter(isHeldAlone);
  if (alone.length === 0) return null;
  const why = alone.some(({ held }) => !held) ? "through" : "held-before";
  return { why, limit, isOnlySome: true };
}
