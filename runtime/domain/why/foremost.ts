/** Of many members that hold something up, the one whose reason comes first in the order of
 *  precedence: whoever waits for a person before whoever moves by itself. */
import type { MemberId } from "../../contract/ids.ts";
import { REASON_KINDS } from "../../contract/reasons.ts";
import type { Facts, SeenStep } from "./facts.ts";
import { holdsOpen, leadOf, stepsOf } from "./look.ts";
import type { Reason } from "./reason.ts";
import { whyStep } from "./why-step.ts";

export type Foremost = { readonly memberId: MemberId; readonly reason: Reason };

const RANKS: ReadonlyMap<string, number> = new Map(REASON_KINDS.map((kind, at) => [kind, at]));

const rankOf = ({ kind }: Reason): number => RANKS.get(kind) ?? REASON_KINDS.length;

/** Among members with an open step that is meant; what each is at says why. */
export function foremost(facts: Facts, isMeant: (row: SeenStep) => boolean): Foremost | null {
  let first: Foremost | null = null;
  for (const memberId of facts.steps.keys()) {
    if (memberId === 0) continue;
    const own = stepsOf(facts, memberId).find((row) => holdsOpen(row) && isMeant(row));
    if (own === undefined) continue;
    const reason = whyStep(facts, leadOf(facts, memberId) ?? own);
    if (first === null || isBefore(reason, first.reason)) first = { memberId, reason };
  }
  return first;
}

/** Among equals, what comes latest by itself. */
function isBefore(one: Reason, other: Reason): boolean {
  const ranks = rankOf(one) - rankOf(other);
  return ranks === 0 ? (one.at?.getTime() ?? 0) > (other.at?.getTime() ?? 0) : ranks < 0;
}
