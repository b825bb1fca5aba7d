/** How many failures a resuming operator has accepted, of a batch or of one phase, as the checker
 *  counts them itself. Of what happens in one commit the order is not known, so it is a range. */

export type Accepted = { readonly least: number; readonly most: number };

export const NONE: Accepted = { least: 0, most: 0 };

export type Turn = {
  /** Failed before and after the commit. */
  readonly before: number;
  readonly after: number;
  readonly isResumed: boolean;
  /** How many were tried again or taken in again. */
  readonly again: number;
};

/** Resuming accepts all that have failed; nobody can be accepted who is not failed. */
export function acceptedAfter(
  known: Accepted,
  { before, after, isResumed, again }: Turn,
): Accepted {
  const lost = Math.max(0, known.least - again);
  const least = isResumed ? Math.max(0, Math.min(before, after) - again) : lost;
  const most = isResumed ? Math.max(before, after) : known.most;
  return { least: Math.min(least, after), most: Math.min(most, after) };
}
