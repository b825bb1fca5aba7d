/** Whose failures a resuming operator has accepted, as the checker knows it itself. Of what happens
 *  in one commit the order is not known, so there are those who surely are and those who may be. */
import type { MemberId } from "../../../../runtime/contract/ids.ts";

export type Members = ReadonlySet<MemberId>;
export type Accepted = { readonly least: Members; readonly most: Members };

export const NONE: Accepted = { least: new Set(), most: new Set() };

export type Turn = {
  /** Failed before and after the commit. */
  readonly before: Members;
  readonly after: Members;
  readonly isResumed: boolean;
  /** Who was tried again or taken in again. */
  readonly again: Members;
};

/** Resuming accepts all that have failed; who is tried again is accepted no more. */
export function acceptedAfter(
  { least, most }: Accepted,
  { before, after, isResumed, again }: Turn,
): Accepted {
  const still = (members: Members): Members =>
    new Set([...members].filter((id) => after.has(id) && !again.has(id)));
  return isResumed
    ? { least: still(before), most: after }
    : { least: still(least), most: still(most) };
}
