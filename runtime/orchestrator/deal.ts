/** How a limit is dealt among the batches that want a part of it. Pure.
 *  D1. The shares to be reached never sum to more than the limit.
 *  D2. Who waits comes first; everybody who waits gets the same, as far as it divides. What does
 *      not divide stays where it is, and goes round when there is less than one for each.
 *  D3. A share that was granted and not yet used is not moved on: its batch is about to use it.
 *  D4. Nobody is raised before enough was given back: what a batch holds is the larger of its
 *      share and the jobs it has out, and the sum of that stays within the limit. Who had no limit
 *      may have sent any number since it was looked at: it is lowered to nothing, then raised. */
import type { BatchId } from "../contract/ids.ts";
import type { SlotRow } from "../domain/engine/rows.ts";

export type Share = Pick<SlotRow, "batchId" | "granted" | "inUse" | "waiting">;
export type Grant = { readonly batchId: BatchId; readonly granted: number };
/** When each batch was last raised; those who are not here have waited longest. */
export type Turns = ReadonlyMap<BatchId, number>;

const grantedOf = ({ granted }: Share): number => granted ?? Number.POSITIVE_INFINITY;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The shares below their present ones, which may be given out at once. */
export function lowered(most: number, shares: readonly Share[], turns: Turns): readonly Grant[] {
  const fair = fairShares(most, shares, turns);
  return shares.flatMap((share) => {
    const granted = share.granted === null ? 0 : (fair.get(share.batchId) ?? 0);
    return grantedOf(share) > granted ? [{ batchId: share.batchId, granted }] : [];
  });
}

/** The shares above their present ones, as far as there is room after what is held (D4). */
export function raised(most: number, shares: readonly Share[], turns: Turns): readonly Grant[] {
  const fair = fairShares(most, shares, turns);
  let free = most - sum(shares.map((share) => Math.max(grantedOf(share), share.inUse)));
  // Also a share below what its own batch has out lets it send while others have too much out.
  if (free < 0) return [];
  return [...shares].sort(byTurn(turns)).flatMap((share) => {
    const present = grantedOf(share);
    const held = Math.max(present, share.inUse);
    const granted = Math.min(fair.get(share.batchId) ?? 0, held + free);
    if (granted <= present) return [];
    free -= Math.max(0, granted - held);
    return [{ batchId: share.batchId, granted }];
  });
}

/** What each batch is to have in the end. */
export function fairShares(
  most: number,
  shares: readonly Share[],
  turns: Turns,
): ReadonlyMap<BatchId, number> {
  const somebodyWaits = shares.some(({ waiting }) => waiting);
  const isOver = sum(shares.map(grantedOf)) > most;
  if (!somebodyWaits && !isOver) {
    return new Map(shares.map((share) => [share.batchId, grantedOf(share)]));
  }
  const wants = shares.map((share) => ({
    share,
    want: share.waiting || !somebodyWaits ? most : Math.min(share.inUse, most),
  }));
  const isScarce = wants.filter(({ want }) => want > 0).length > most;
  const prefer = isScarce ? byNeed(turns) : byPresent;
  // The last of those who want the same gets what does not divide.
  wants.sort((one, other) => one.want - other.want || -prefer(one.share, other.share));
  const fair = new Map<BatchId, number>();
  let left = most;
  for (const [index, { share, want }] of wants.entries()) {
    const part = Math.min(want, Math.floor(left / (wants.length - index)));
    fair.set(share.batchId, part);
    left -= part;
  }
  return fair;
}

type Compare = (one: Share, other: Share) => number;

const isUnused = (share: Share): boolean =>
  share.granted !== null && share.granted > 0 && share.inUse < share.granted;

/** Whoever has waited longest for a turn. */
const byTurn =
  (turns: Turns): Compare =>
  (one, other) =>
    Number(other.waiting) - Number(one.waiting) ||
    (turns.get(one.batchId) ?? 0) - (turns.get(other.batchId) ?? 0) ||
    one.batchId - other.batchId;

const byNeed =
  (turns: Turns): Compare =>
  (one, other) =>
    Number(isUnused(other)) - Number(isUnused(one)) || byTurn(turns)(one, other);

const byPresent: Compare = (one, other) => {
  const difference = grantedOf(other) - grantedOf(one);
  return Number.isNaN(difference) || difference === 0 ? one.batchId - other.batchId : difference;
};
