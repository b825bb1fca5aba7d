/** How long steps take: what was seen of the same step, and what the runbook's own limits allow.
 *  Seen is the time from when a step could begin to when it ended, with all that lay between:
 *  waiting for a slot, retries, polls. */
import { retryWaitSec } from "../retry-policy.ts";
import type { Step } from "../runbook.ts";
import type { Facts, SeenStep } from "./facts.ts";
import { phaseOf, planStep } from "./look.ts";

/** Milliseconds, from the least to the most that is to be expected. */
export type Span = { readonly least: number; readonly most: number; readonly seen: number };

export type Durations = {
  /** A step that has not begun, where so many members must get through it. */
  readonly fresh: (row: SeenStep, members: number) => Span;
  /** A step that is at its turn. */
  readonly begun: (row: SeenStep, members: number) => Span;
  /** Everything a sequence of steps may take by its own limits. */
  readonly limit: (steps: readonly Step[]) => number;
  /** How many ends of steps all this rests on. */
  readonly seen: number;
};

const SEC_MS = 1_000;
/** Deadlines are kept to the minute, and looks take a moment. */
const SLACK_MS = 90_000;
/** Fewer say little about the next. */
const SEEN_MIN = 4;

export function durationsIn(facts: Facts): Durations {
  const { gaps, readyAt } = gapsIn(facts);
  const seenOf = (row: SeenStep): readonly number[] => gaps.get(keyOf(facts, row)) ?? [];
  const fresh = (row: SeenStep, members: number): Span => {
    const seen = seenOf(row);
    const most = limitOf(planStep(facts, row));
    if (seen.length < SEEN_MIN) return { least: 0, most, seen: 0 };
    const longest = Math.max(...seen);
    const wide = longest * (2 + members / seen.length) + SLACK_MS / 3;
    return { least: Math.min(...seen) / 2, most: Math.min(most, wide), seen: seen.length };
  };
  return {
    fresh,
    begun: (row, members) => {
      const span = fresh(row, members);
      const left = leftOf(planStep(facts, row), row, facts.now);
      const since = readyAt.get(row.id);
      const elapsed = since === undefined ? 0 : facts.now.getTime() - since.getTime();
      const wait = row.status === "pending" ? untilDue(row, facts.now) : 0;
      const expected = span.most - elapsed;
      const most = span.seen > 0 && expected > 0 ? Math.min(left, expected + wait) : left;
      const least = Math.max(0, span.least - elapsed, wait);
      return { least: Math.min(least, most), most, seen: span.seen };
    },
    limit: (steps) => steps.reduce((sum, step) => sum + limitOf(step), 0),
    seen: [...gaps.values()].reduce((sum, each) => sum + each.length, 0),
  };
}

const untilDue = ({ dueAt }: SeenStep, now: Date): number =>
  dueAt === null ? 0 : Math.max(0, dueAt.getTime() - now.getTime());

const keyOf = (facts: Facts, row: SeenStep): string =>
  `${row.kind} ${phaseOf(facts, row.phaseId)?.name ?? ""} ${row.stepIndex}`;

/** One attempt at its longest: the job unanswered, or every question answered "not yet". */
const attemptMs = ({ dispatchTimeoutSec, poll }: Step): number =>
  dispatchTimeoutSec * SEC_MS + (poll?.timeoutSec ?? 0) * SEC_MS + SLACK_MS;

/** One attempt may take all its time, and the others fail at once: that each takes all of it is
 *  possible, and would make the interval so wide that it says nothing. */
function limitOf(step: Step | undefined, retriesDone = 0): number {
  if (step === undefined) return SLACK_MS;
  let sum = attemptMs(step);
  for (let retry = retriesDone + 1; retry <= step.retry.maxRetries; retry += 1) {
    sum += retryWaitSec(step.retry, retry) * SEC_MS + SLACK_MS;
  }
  return sum;
}

/** What the limits still allow a step that has begun. */
function leftOf(step: Step | undefined, row: SeenStep, now: Date): number {
  if (step === undefined) return SLACK_MS + untilDue(row, now);
  const retries = limitOf(step, row.retryCount) - attemptMs(step);
  return untilDue(row, now) + retries + attemptMs(step);
}

type Gaps = {
  readonly gaps: ReadonlyMap<string, readonly number[]>;
  readonly readyAt: ReadonlyMap<number, Date>;
};

/** A step could begin when the one before it had ended, or when its phase began. */
function gapsIn(facts: Facts): Gaps {
  const gaps = new Map<string, number[]>();
  const readyAt = new Map<number, Date>();
  for (const rows of facts.steps.values()) {
    let last: Date | null = null;
    for (const row of [...rows].sort(inOrder)) {
      const opened = phaseOf(facts, row.phaseId)?.dispatchedAt ?? row.dispatchedAt;
      const ready = laterOf(opened, last);
      if (ready !== null) readyAt.set(row.id, ready);
      if (row.completedAt === null) continue;
      if (ready !== null && row.dispatchedAt !== null && row.completedAt >= ready) {
        const key = keyOf(facts, row);
        const list = gaps.get(key) ?? [];
        list.push(row.completedAt.getTime() - ready.getTime());
        gaps.set(key, list);
      }
      last = row.completedAt;
    }
  }
  return { gaps, readyAt };
}

const inOrder = (one: SeenStep, other: SeenStep): number =>
  one.generation - other.generation ||
  one.phaseId - other.phaseId ||
  one.stepIndex - other.stepIndex ||
  one.id - other.id;

const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;
