/** What rate to hold after a refusal. Pure.
 *  A service counts over a while, its window, or fills a bucket over it, and refuses when the count
 *  is full. So a refusal says one thing exactly: the mean rate over that while is the limit. What
 *  is learnt is therefore two things, the limit and the while.
 *  - A refusal while the rate rises: the limit is the mean rate over the while.
 *  - A refusal while it holds: since the last resumption as many calls were answered as the while
 *    admits, and the while ends when the pause does. The service tells the pause in whole seconds,
 *    so the limit lies between the calls over all of it and the calls over a second less; each
 *    refusal in a row trusts the lower one more. This also shows the while.
 *  docs/decisions/0022 says how the constants were found and what they are worth. */
import { type Course, meanRate, rateAfter, within } from "./rise.ts";

export type Rate = Course & {
  /** Over how long the service seems to count. */
  readonly countsSec: number;
  /** Held for long without a refusal, since the last one while holding. */
  readonly proven: number | null;
  /** Held, and refused. */
  readonly tooHigh: number | null;
  /** Refusals in a row while it held. */
  readonly misses: number;
};

/** From the last resumption to the beginning of the refused call. */
export type Span = {
  readonly answered: number;
  readonly usedSec: number;
  readonly risenSec: number;
  readonly pausedSec: number;
  /** Whether the service told the pause, which it does in whole seconds. */
  readonly told: boolean;
};

/** Each rise costs a pause, of a second as a rule: rarer rises would find a risen limit too late,
 *  more frequent ones would use too little of it. */
const HELD_SEC = 13.5;
/** After a leap: long enough that any window shows whether the new rate is too high. */
const LEAPT_SEC = 11;
const HELD_SEC_MIN = 4.5;
/** A rate is known to hold when it outlasted the window that refused the last one, and a little. */
const OUTLASTED_SEC = 1.5;
const COUNTS_SEC_FIRST = 2;
const COUNTS_SEC_MIN = 1;
/** Windows longer than this are taken for so long. */
const COUNTS_SEC_MAX = 10;
/** A bucket that is only a little overdrawn refuses late as well: without a pause that only a
 *  window has, a late refusal is not taken for a long window. */
const DOUBTED_SEC = 5;
const ROUNDED_SEC = 1;
const SHARE_OF_FOUND = 0.97;
const SHARE_OF_TOO_HIGH = 0.96;
/** What was too high says nothing about a limit that has become so much lower. */
const STALE = 0.9;
/** A rise beyond this share of all that is known means another limit. */
const LEAP = 1.25;
const STEP_DOWN = 0.95;
const NEAR = 1.1;
const ALIKE = 0.99;
const TRUST_IN_MOST = 0.7;
const TRUST_KEPT = 0.7;
const USED_SEC_MIN = 0.001;

export const firstRate = (callsPerSec: number, learnt: boolean): Rate => ({
  held: within(callsPerSec),
  heldSec: HELD_SEC,
  learnt,
  countsSec: COUNTS_SEC_FIRST,
  proven: null,
  tooHigh: null,
  misses: 0,
});

export function rateRefused(rate: Rate, span: Span): Rate {
  const isRising = !rate.learnt || span.risenSec > rate.heldSec;
  return isRising ? refusedRising(rate, span) : refusedHolding(rate, span);
}

function refusedRising(rate: Rate, { risenSec, pausedSec, told }: Span): Rate {
  const { held, heldSec, learnt } = rate;
  // What is surely left of a window belongs to it, although no call was answered there.
  const leftSec = told ? Math.max(0, Math.min(COUNTS_SEC_MAX, pausedSec) - ROUNDED_SEC) : 0;
  const isLonger = leftSec + ROUNDED_SEC / 2 > rate.countsSec;
  const countsSec = isLonger ? (leftSec + COUNTS_SEC_MAX) / 2 : rate.countsSec;
  const usedSec = countsSec - leftSec;
  const found = SHARE_OF_FOUND * meanRate(rate, risenSec, usedSec) * (usedSec / countsSec);
  const reached = rateAfter(rate, risenSec);
  const next = { learnt: true, countsSec, proven: null, tooHigh: null, misses: 0 };
  if (!learnt) return { ...next, held: within(found), heldSec: HELD_SEC_MIN };
  if (reached > LEAP * Math.max(held, rate.tooHigh ?? 0)) {
    return { ...next, held: within(Math.max(held, found)), heldSec: LEAPT_SEC };
  }
  const tooHigh = reached > STALE * (rate.tooHigh ?? Infinity) ? rate.tooHigh : null;
  const below = Math.min(found, SHARE_OF_TOO_HIGH * (tooHigh ?? Infinity));
  return {
    ...next,
    held: within(heldSec >= rate.countsSec ? Math.max(held, below) : below),
    heldSec: HELD_SEC,
    proven: heldSec >= HELD_SEC ? held : rate.proven,
    tooHigh,
    // Refused as soon as it rose, after a short while: it may have been too high all along.
    misses: heldSec >= LEAPT_SEC || reached > NEAR * held ? 0 : rate.misses,
  };
}

function refusedHolding(rate: Rate, { answered, pausedSec, told, ...span }: Span): Rate {
  const { held, proven } = rate;
  const misses = rate.misses + 1;
  const lower = { ...rate, heldSec: HELD_SEC, proven: null, tooHigh: held, misses };
  const isTried = proven !== null && proven < ALIKE * held && held < NEAR * proven;
  if (isTried) return { ...lower, held: proven };
  const usedSec = Math.max(USED_SEC_MIN, span.usedSec);
  // Longer than any window: this rate was good until now.
  if (usedSec > COUNTS_SEC_MAX) return { ...lower, held: within(STEP_DOWN * held) };
  // A penalty beyond any window is no measure of the limit.
  const mostSec = Math.min(COUNTS_SEC_MAX, usedSec + pausedSec);
  const leastSec = told ? Math.max(usedSec, mostSec - ROUNDED_SEC) : usedSec;
  const least = Math.min(held, answered / mostSec);
  const most = Math.min(held, answered / leastSec);
  const trust = TRUST_IN_MOST * TRUST_KEPT ** rate.misses;
  const between = least * (most / least) ** trust;
  const seenSec = told ? mostSec - ROUNDED_SEC / 2 : (usedSec + mostSec) / 2;
  // What has outlasted every window before is not refused because the window is long.
  const doubtedSec = proven === null ? DOUBTED_SEC : 0;
  const sureSec = Math.max(rate.countsSec, seenSec - usedSec, doubtedSec);
  return {
    ...lower,
    held: within(Math.min(STEP_DOWN * held, between)),
    heldSec: Math.min(HELD_SEC, Math.max(HELD_SEC_MIN, seenSec + OUTLASTED_SEC)),
    countsSec: Math.max(COUNTS_SEC_MIN, Math.min(seenSec, sureSec)),
  };
}
