/** What is left of a large phase at the pace of the last while. With few members the slowest alone
 *  decides, and a pace says nothing. */
import type { PhaseRow } from "../engine/rows.ts";
import type { Span } from "./durations.ts";
import type { Facts } from "./facts.ts";
import { holdsOpen, stepsOf } from "./look.ts";

const MEMBERS_MIN = 50;
const ENDS_MIN = 8;
const WHILE_MS = 900_000;

/** Half and twice the pace that was seen. */
const SLOWER = 2;

/** `every`: each member known stands for so many. */
export function roomNeeded(facts: Facts, phase: PhaseRow, every: number): Span {
  const none = { least: 0, most: 0, seen: 0 };
  if (phase.remaining < MEMBERS_MIN) return none;
  const now = facts.now.getTime();
  const begun = phase.dispatchedAt?.getTime() ?? now;
  const since = Math.max(begun, now - WHILE_MS);
  let ends = 0;
  let left = 0;
  for (const memberId of facts.steps.keys()) {
    for (const row of stepsOf(facts, memberId)) {
      if (row.phaseId !== phase.id) continue;
      if (holdsOpen(row)) left += 1;
      else if (row.completedAt !== null && row.completedAt.getTime() >= since) ends += 1;
    }
  }
  if (ends < ENDS_MIN || now <= since) return none;
  const takes = (left / ends) * (now - since);
  return { least: takes / SLOWER, most: takes * SLOWER, seen: ends * every };
}
